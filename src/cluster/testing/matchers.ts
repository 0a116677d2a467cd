import { isObject } from '../../base/json/json.js'
import { hasAll, namedIn } from '../../base/json/partial.js'
import { checkArguments, code, optional, callerError } from '../../base/check/arguments.js'
import { whole } from '../../base/check/shape.js'
import { kindName, refShape } from '../../server/client/shapes.js'
import { type Input, input } from '../../base/input/input.js'
import { clusterShape } from '../../base/check/cluster.js'
import { observed, reportShape } from './shapes.js'
import type { Ref } from '../../server/client/types.js'
import type { Given, KindWord, PartOf } from '../../kinds/object-types.js'
import type { Cluster } from '../types.js'
import { withoutManagers } from '../../schema/object.js'
import { type JournalFilter, createMismatch } from '../../server/journal/filter.js'
import { type Findings, findingsOf, formatFindings } from './sweep/format.js'
import { formatJournal } from '../../server/journal/format.js'
import type { Journal } from '../../server/journal/journal.js'
import type { JournalEntry } from '../../server/journal/types.js'

/** The result of a matcher. */
type Verdict = {
  readonly pass: boolean
  readonly message: () => string
  readonly actual?: unknown
  readonly expected?: unknown
}

/** The matchers, as they are called after `expect(value).`. */
export type ClusterMatchers<R> = {
  /**
   * Expects an object to have a condition of a type, with a status or with certain fields.
   *
   * @example
   * expect(pod).toHaveCondition('Ready', { status: 'True' })
   */
  toHaveCondition: (type: string, expected?: string | object) => R
  /**
   * Expects a cluster to hold an object that has all fields of a partial object.
   *
   * @example
   * await expect(cluster).toHaveObject('Lease', { name: 'leader' }, { spec: { holderIdentity: 'worker-1' } })
   */
  toHaveObject: <T = never, K extends KindWord = string>(
    kind: K,
    ref: Ref,
    partial?: PartOf<Given<NoInfer<T>, K>>,
  ) => Promise<R>
  /**
   * Expects a cluster to have received matching requests: at least one, or exactly `times`. Only those of the program
   * under test count (`via: 'http'`), unless the filter has `via` or `controller`. Fails, with `.not` too, if that
   * depends on requests that the journal has dropped.
   *
   * @example
   * expect(cluster).toHaveReceivedRequest({ verb: 'create', kind: 'Pod' }, 3)
   */
  toHaveReceivedRequest: (filter: JournalFilter, times?: number) => R
  /**
   * Expects the report of a sweep or an exploration to have no findings; a failure lists them, one per line.
   *
   * @example
   * expect(await sweep(cluster, (fork) => reconcile(fork.fetch))).toHaveNoFindings()
   */
  toHaveNoFindings: () => R
  /**
   * Expects what a user did to need nothing beyond Roles and ClusterRoles, given as YAML or as objects; a failure
   * prints the missing rules.
   *
   * @example
   * expect(cluster.access.used('system:serviceaccount:shop:operator')).toNeedNoMoreThan(role)
   */
  toNeedNoMoreThan: (roles: Input) => R
}

type ObservedCondition = { readonly type?: string; readonly status?: string }

const conditionType = code(
  'the type of a condition such as "Ready"',
  (value) => typeof value === 'string' && value !== '',
)
const conditionMembers = optional(
  code(
    'a status such as "True", or members such as { reason: "Ready" }',
    (value) => typeof value === 'string' || isObject(value),
  ),
)
const objectParameters = {
  cluster: clusterShape,
  kind: kindName,
  ref: refShape,
  partial: code('a part of the object, such as { spec: { … } }', isObject),
}
/** What a user did, as `cluster.access.used` tells it. */
type Used = { readonly user: string; readonly beyond: (roles: Input) => object; readonly toString: () => string }

const usedShape = code(
  'what cluster.access.used gives',
  (value) => isObject(value) && typeof value['beyond'] === 'function',
)
/** The journal validates the filter itself. */
const anything = code('anything', () => true)

const say = (value: unknown): string => JSON.stringify(value, undefined, 2)

// Tested by its code, as the cluster may come from another copy of the package: Jest loads setup files with `require`,
// and ES modules with `import`.
const isNotFound = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 404

/** The matchers, in the format of `expect.extend` of vitest and Jest. */
export const matchers = {
  toHaveCondition(object: unknown, type: string, expected?: string | object): Verdict {
    checkArguments('toHaveCondition', { object: observed, type: conditionType, expected: conditionMembers }, [
      object,
      type,
      expected,
    ])
    const conditions =
      // Any value may be passed.
      (object as { status?: { conditions?: readonly ObservedCondition[] } } | undefined)?.status?.conditions ?? []
    const condition = conditions.find((each) => each.type === type)
    const wanted = typeof expected === 'string' ? { status: expected } : (expected ?? {})
    const pass = condition !== undefined && hasAll(condition, wanted)
    return {
      pass,
      // Called if the expectation failed, so `pass` means that it was negated.
      message: () =>
        `expected ${pass ? 'no' : 'the'} condition ${type} ${say(wanted)}; there ${condition ? `is ${say(condition)}` : conditions.length > 0 ? `are ${conditions.map((each) => each.type).join(', ')}` : 'are none'}`,
      actual: condition,
      expected: { type, ...wanted },
    }
  },

  async toHaveObject(cluster: Cluster, kind: string, ref: Ref, partial: object = {}): Promise<Verdict> {
    checkArguments('toHaveObject', objectParameters, [cluster, kind, ref, partial])
    const object = await cluster.get(kind, ref).catch((error: unknown) => {
      if (isNotFound(error)) return undefined
      throw error
    })
    const pass = object !== undefined && hasAll(object, partial)
    return {
      pass,
      message: () =>
        `expected the cluster ${pass ? 'not to hold' : 'to hold'} ${kind} ${say(ref)} with ${say(partial)}; ${object ? `it is ${say(withoutManagers(object))}` : 'there is none'}`,
      actual: namedIn(object, partial),
      expected: partial,
    }
  },

  toHaveReceivedRequest(cluster: Cluster, filter: JournalFilter, times?: number): Verdict {
    checkArguments('toHaveReceivedRequest', { cluster: clusterShape, filter: anything, times: optional(whole(0)) }, [
      cluster,
      filter,
      times,
    ])
    return countReceived(cluster.journal, filter, times)
  },

  toNeedNoMoreThan(used: Used, roles: Input): Verdict {
    checkArguments('toNeedNoMoreThan', { used: usedShape, roles: input }, [used, roles])
    const beyond = String(used.beyond(roles))
    return {
      pass: beyond === '',
      message: () =>
        beyond === ''
          ? `expected ${used.user} to need more than these roles allow; it is all they need:\n${String(used)}`
          : `expected ${used.user} to need no more than these roles allow; they lack:\n${beyond}`,
    }
  },

  toHaveNoFindings(report: Findings): Verdict {
    checkArguments('toHaveNoFindings', { report: reportShape }, [report])
    const { length } = findingsOf(report)
    return {
      pass: length === 0,
      message: () =>
        length === 0
          ? 'expected findings; there are none'
          : `expected no findings; there ${length === 1 ? 'is 1' : `are ${length}`}:\n${formatFindings(report)}`,
    }
  },
}

/** The maximum number of requests that a failure prints. */
const SHOWN = 20

const written = (filter: JournalFilter): string => JSON.stringify(filter)

/** Leaves out the work of controllers and the calls of the test itself, unless the filter names them. */
const ofTheProgram = (filter: JournalFilter): JournalFilter =>
  // What is no filter is refused by the journal.
  isObject(filter) && filter.via === undefined && filter.controller === undefined ? { ...filter, via: 'http' } : filter

/**
 * Compares the number of matching requests with the expected one: any but none, or exactly `times`. Without `via` or
 * `controller` in the filter only those of the program under test count.
 *
 * @throws TypeError if it depends on requests that the journal no longer holds
 */
function countReceived(journal: Journal, given: JournalFilter, times: number | undefined) {
  const filter = ofTheProgram(given)
  const found = journal.requests(filter)
  // More of them could only change the result while there are not too many already.
  const isOpen = times === undefined ? found.length === 0 : found.length <= times
  const lost = isOpen ? journal.lost(filter) : 0
  if (lost > 0) throw callerError(unknownCount(journal, given, found.length, lost))
  const pass = times === undefined ? found.length > 0 : found.length === times
  const count = pass ? (times === undefined ? 'none' : `any number but ${times}`) : (times ?? 'at least one')
  return {
    pass,
    message: () =>
      `expected ${count} of the requests ${written(given)}; there were ${found.length}${
        pass || (times !== undefined && found.length > times)
          ? listed(found)
          : `${listed(found)}${nearest(journal, filter, SHOWN - found.length)}`
      }`,
  }
}

function unknownCount(journal: Journal, filter: JournalFilter, found: number, lost: number): string {
  const { requests } = journal.limit
  return (
    `cannot tell how many of the requests ${written(filter)} there were: ${found} are in the journal, which has dropped up to ${lost} more, ` +
    `as it holds the last ${requests} of clients and the last ${requests} of controllers. ` +
    `Ask before so many requests have been made, let the filter begin later (\`after\`, \`journal.clear()\`), or create the cluster with a larger \`journal\`, such as { journal: ${Math.max(10_000, 10 * requests)} }.`
  )
}

/** Lists requests, but not more than a person reads. */
function listed(entries: readonly JournalEntry[]): string {
  if (entries.length === 0) return ''
  const more = entries.length > SHOWN ? `\n… and ${entries.length - SHOWN} more` : ''
  return `:\n${formatJournal(entries.slice(0, SHOWN))}${more}`
}

/** Lists the requests that match most of a filter, the nearest first, with the members that they do not match. */
function nearest(journal: Journal, filter: JournalFilter, most: number): string {
  if (most <= 0) return ''
  const mismatch = createMismatch(filter)
  const others = journal
    .requests()
    .map((entry) => ({ entry, differs: mismatch(entry) }))
    .filter(({ differs }) => differs.length > 0)
    .sort((a, b) => a.differs.length - b.differs.length || b.entry.sequence - a.entry.sequence)
  if (others.length === 0) return '. There were no other requests'
  const lines = others.slice(0, most).map(({ entry, differs }) => {
    const [line = ''] = formatJournal([entry]).split('\n')
    return `${line} (not its ${differs.join(', ')})`
  })
  return `${others.length > most ? `\nThe nearest ${most} of ${others.length} others` : '\nThe others'}:\n${lines.join('\n')}`
}

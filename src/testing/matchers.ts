import { isObject } from '../base/json.js'
import { hasAll, namedIn } from '../base/partial.js'
import { checkArguments, code, optional } from '../check/arguments.js'
import { whole } from '../check/shape.js'
import { kindName, refShape } from '../client/shapes.js'
import { clusterShape } from '../check/cluster.js'
import { observed, reportShape } from './shapes.js'
import type { Ref } from '../client/types.js'
import type { Given, KindWord, PartOf } from '../kinds/object-types.js'
import type { Cluster } from '../cluster/types.js'
import { withoutManagers } from '../schema/object.js'
import { formatJournal } from '../journal/format.js'
import type { JournalFilter } from '../journal/filter.js'
import { type Findings, findingsOf, formatFindings } from './sweep/format.js'

/** What a matcher says of a value. */
type Verdict = {
  readonly pass: boolean
  readonly message: () => string
  readonly actual?: unknown
  readonly expected?: unknown
}

/** Matchers as they are called, after `expect(value).`. */
export type ClusterMatchers<R> = {
  /**
   * An object has a condition of that type, with that status or those members (`{ status: 'True', reason: 'Ready' }`).
   */
  toHaveCondition: (type: string, expected?: string | object) => R
  /** A cluster holds an object, with all that a partial object says. */
  toHaveObject: <T = never, K extends KindWord = string>(
    kind: K,
    ref: Ref,
    partial?: PartOf<Given<NoInfer<T>, K>>,
  ) => Promise<R>
  /** A cluster was sent such requests: at least one, or just so many. */
  toHaveReceivedRequest: (filter: JournalFilter, times?: number) => R
  /** A sweep or an exploration came out the same whatever happened; else it tells each finding in a line. */
  toHaveNoFindings: () => R
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
/** The journal says what is wrong with its filter. */
const anything = code('anything', () => true)

const say = (value: unknown): string => JSON.stringify(value, undefined, 2)

// By its code, as the cluster may be of another copy of the package: Jest requires its setup files, and imports ES
// modules.
const isNotFound = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 404

/** The matchers, in the form `expect.extend` takes in vitest and jest. */
export const matchers = {
  toHaveCondition(object: unknown, type: string, expected?: string | object): Verdict {
    checkArguments('toHaveCondition', { object: observed, type: conditionType, expected: conditionMembers }, [
      object,
      type,
      expected,
    ])
    const conditions =
      // Any value may be asked.
      (object as { status?: { conditions?: readonly ObservedCondition[] } } | undefined)?.status?.conditions ?? []
    const condition = conditions.find((each) => each.type === type)
    const wanted = typeof expected === 'string' ? { status: expected } : (expected ?? {})
    const pass = condition !== undefined && hasAll(condition, wanted)
    return {
      pass,
      // It is asked for where the expectation failed: one that holds was then not to.
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
    const found = cluster.journal.requests(filter)
    const pass = times === undefined ? found.length > 0 : found.length === times
    const wanted = pass ? (times === undefined ? 'none' : `any number but ${times}`) : (times ?? 'at least one')
    return {
      pass,
      message: () =>
        `expected ${wanted} of the requests ${say(filter)}; there were ${found.length}${found.length > 0 ? `:\n${formatJournal(found)}` : `. All requests:\n${formatJournal(cluster.journal.requests())}`}`,
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

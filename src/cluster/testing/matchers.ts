import { isObject } from '../../base/json/json.js'
import { hasAll, namedIn } from '../../base/json/partial.js'
import { checkArguments, code, optional } from '../../base/check/arguments.js'
import { whole } from '../../base/check/shape.js'
import { kindName, refShape } from '../../server/client/shapes.js'
import { type Input, input } from '../../base/input/input.js'
import { clusterShape } from '../../base/check/cluster.js'
import { observed, reportShape } from './shapes.js'
import type { Ref } from '../../server/client/types.js'
import type { Given, KindWord, PartOf } from '../../kinds/object-types.js'
import type { Cluster } from '../types.js'
import { withoutManagers } from '../../schema/object.js'
import type { JournalFilter } from '../../server/journal/filter.js'
import { countReceived } from './received-requests.js'
import { type Findings, findingsOf, formatFindings } from './sweep/format.js'

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

import type { Env } from '../../base/env.js'
import { StatusError } from '../../base/status.js'
import type { Calls } from '../../client/calls.js'
import { done } from '../../api/done.js'
import type { Call, Cause } from '../../api/call.js'
import type { Outcome } from '../../api/outcome.js'
import type { AccountTokens } from '../../registry/account-tokens.js'
import type { Simulation } from '../../agents/simulation.js'
import type { FeatureGates } from '../../registry/feature-gates.js'
import type { Registry } from '../../registry/registry.js'
import type { KubeObject } from '../../schema/object.js'
import type { Store } from '../../store/store.js'
import type { WorkSteps } from './types.js'

/** What a controller's view of the cluster is made of. */
export type AccessContext = {
  readonly env: Env
  readonly registry: Registry
  readonly featureGates: FeatureGates
  readonly simulation: Simulation
  readonly store: Store<KubeObject>
  readonly calls: Calls
  readonly accounts: Pick<AccountTokens, 'issue'>
  /** Does what a call asks, past the hooks that are about requests. */
  readonly execute: (call: Call) => Outcome
  /** The same of what may be long, in turns. */
  readonly executeInTurns: (call: Call, isLong: boolean) => WorkSteps<Outcome>
  readonly pause: () => WorkSteps<void>
  readonly dependents: (uid?: string, table?: string) => readonly KubeObject[]
  /** The objects of a table and a namespace that nobody controls. */
  readonly orphans: (table: string, namespace: string) => readonly KubeObject[]
  readonly podsOn: (node: string) => readonly KubeObject[]
  /** Who signs of life are recorded under. */
  readonly heartbeat: Cause
}

/** Does a call. Throws a StatusError where it is refused. */
export const run = ({ execute }: AccessContext, call: Call): Outcome => done(execute(call))

/** Does a call that is answered with an object; that of a Binding is a Status. */
export const objectOf = (context: AccessContext, call: Call): KubeObject => objectIn(call, run(context, call))

/** The object that a call was answered with. */
export function objectIn(call: Call, outcome: Outcome): KubeObject {
  if (outcome.type === 'status') return { ...outcome.status, metadata: {} }
  if (outcome.type !== 'object') throw new TypeError(`a ${call.target.verb} was answered with a ${outcome.type}`)
  return outcome.object
}

/** What a call gives; undefined where there is no such object. */
export function orNothing<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) return undefined
    throw error
  }
}

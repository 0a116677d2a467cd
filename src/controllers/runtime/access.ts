import type { Env } from '../../base/time/env.js'
import { StatusError } from '../../base/errors/status.js'
import type { Calls } from '../../server/client/calls.js'
import { type Outcome, done } from '../../model/call/outcome.js'
import type { Call, Cause } from '../../model/call/call.js'
import type { AccountTokens } from '../../model/registry/account-tokens.js'
import type { Simulation } from '../agents/kubelet/simulation.js'
import type { FeatureGates } from '../../model/registry/feature-gates.js'
import type { Registry } from '../../model/registry/registry.js'
import type { KubeObject } from '../../schema/object.js'
import type { Store } from '../../store/store.js'
import type { Steps } from '../../base/turns/steps.js'

/** The dependencies of what controllers read. */
export type ReadContext = {
  readonly env: Env
  readonly registry: Registry
  readonly featureGates: FeatureGates
  readonly simulation: Simulation
  readonly store: Store<KubeObject>
  readonly calls: Calls
  readonly accounts: Pick<AccountTokens, 'issue'>
  readonly certify: (certificate: string) => void
  /** Throws if the state was replaced since the reconciliation began: it must have no effect on the new one. */
  readonly mustBeCurrent: () => void
  /** Executes a read; hooks on requests do not apply. */
  readonly read: (call: Call) => Outcome
  /** Counts objects that are read from a list for the turn. */
  readonly count: (objects: number) => void
  readonly dependents: (uid?: string, table?: string) => readonly KubeObject[]
  /** The objects of a table and a namespace without a controller reference. */
  readonly orphans: (table: string, namespace: string) => readonly KubeObject[]
  readonly podsOn: (node: string) => readonly KubeObject[]
}

/** The dependencies of a controller's view of the cluster. */
export type AccessContext = ReadContext & {
  /** Executes a write, in several turns if it is known to take long or turns out to. */
  readonly write: (call: Call, isLong?: boolean) => Steps<Outcome>
  readonly pause: () => Steps<void>
  /** The cause recorded for heartbeats. */
  readonly heartbeat: Cause
}

/** Executes a read. Throws a StatusError if it is refused. */
export const readBy = ({ read }: ReadContext, call: Call): Outcome => done(read(call))

/** Executes a read and returns the object of its response. */
export const objectOf = (context: ReadContext, call: Call): KubeObject => objectIn(call, readBy(context, call))

/** Returns the object of a call's response; a Binding is answered with a Status. */
export function objectIn(call: Call, outcome: Outcome): KubeObject {
  if (outcome.type === 'status') return { ...outcome.status, metadata: {} }
  if (outcome.type !== 'object') throw new TypeError(`a ${call.target.verb} was answered with a ${outcome.type}`)
  return outcome.object
}

/** Returns the result of a call; undefined if the object is not found. */
export function orNothing<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) return undefined
    throw error
  }
}

import type { Call } from '../model/call/call.js'
import type { CallWebhook } from '../model/registry/webhook.js'
import { type Steps, done } from '../base/turns/steps.js'
import type { Env } from '../base/time/env.js'
import type { Authorizer, RuleResolver } from '../model/registry/authorizer.js'
import type { FeatureGates } from '../model/registry/feature-gates.js'
import type { Registry } from '../model/registry/registry.js'
import type { KindDef } from '../model/registry/kind-def.js'
import type { KubeObject } from '../schema/object.js'
import type { Transaction } from '../store/transaction.js'
import type { RestContext } from './context.js'
import type { Turns } from './write/turns.js'

/** A write that admission decides on. */
export type AdmissionRequest = {
  readonly operation: 'create' | 'update' | 'delete' | 'connect'
  readonly call: Call
  /** The name as errors print it. */
  readonly name: string
  /** The object to be stored; for a delete, the object being deleted; for a connection, its options. */
  readonly object: KubeObject
  /** The stored object; undefined for a create. */
  readonly oldObject: KubeObject | undefined
  readonly transaction: Transaction<KubeObject>
  readonly env: Env
  readonly featureGates: FeatureGates
  readonly registry: Registry
  readonly callWebhook: CallWebhook
  readonly turns: Turns
  /** Tells whether a user may do something. */
  readonly authorize: Authorizer
  /** The rules behind that; without it everything is allowed. */
  readonly rules: RuleResolver | undefined
  readonly warn: (text: string) => void
  /** Adds an annotation to the audit event of the request. */
  readonly annotate: RestContext['annotate']
  readonly current: RestContext['current']
  /** Writes the status of another stored object in the same transaction. */
  readonly writeStatus: (next: KubeObject) => void
}

/** The server's own admission plug-ins; see admission/. */
export type Admission = {
  /** Tells whether any plug-in handles such a write; most updates concern none. */
  readonly isAsked: (
    operation: AdmissionRequest['operation'],
    call: Pick<Call, 'target' | 'connect'>,
    tables: Pick<Transaction<KubeObject>, 'table'>,
  ) => boolean
  /** Mutating admission: returns the object that hooks see next. Throws a StatusError to reject the write. */
  readonly admit: (request: AdmissionRequest) => Steps<KubeObject>
  /** Validating admission: throws a StatusError to reject a valid object. */
  readonly validate: (request: AdmissionRequest) => Steps<void>
  /** Applies mutating admission to a fixture object. */
  readonly fill: (def: KindDef, object: KubeObject) => KubeObject
}

/** Admission for the server's own requests: accepts everything. */
export const noAdmission: Admission = {
  isAsked: () => false,
  admit: ({ object }) => done(object),
  validate: () => done(undefined),
  fill: (_, object) => object,
}

import type { Call } from '../model/call/call.js'
import { type NoSteps, type Steps, NO_STEPS } from '../base/turns/steps.js'
import type { KindDef } from '../model/registry/kind-def.js'
import type { KubeObject } from '../schema/object.js'
import type { Transaction } from '../store/transaction.js'
import type { RestContext } from './context.js'
import type { WriteContext } from './write/warnings.js'

/** A write that admission decides on. */
export type AdmittedWrite = {
  readonly operation: 'create' | 'update' | 'delete' | 'connect'
  readonly call: Call
  /** The name as errors print it. */
  readonly name: string
  /** The object to be stored; for a delete, the object being deleted; for a connection, its options. */
  readonly object: KubeObject
  /** The stored object; undefined for a create. */
  readonly oldObject: KubeObject | undefined
  readonly transaction: Transaction<KubeObject>
}

/** The server's own admission plug-ins; see admission/. */
export type Admission = {
  /** Loads the code of plug-ins, before the first request; undefined if all of it is always there. */
  readonly load?: () => Promise<void> | undefined
  /** Tells whether any plug-in handles such a write. */
  readonly isAsked: (
    context: Pick<RestContext, 'store'>,
    operation: AdmittedWrite['operation'],
    call: Pick<Call, 'target' | 'connect'>,
  ) => boolean
  /**
   * Mutating admission: returns the object that hooks see next; undefined if no plug-in is asked. Throws a StatusError
   * to reject the write.
   */
  readonly admit: (context: WriteContext, write: AdmittedWrite) => Steps<KubeObject> | NoSteps
  /** Validating admission: throws a StatusError to reject a valid object. */
  readonly validate: (context: WriteContext, write: AdmittedWrite) => Steps<void> | NoSteps
  /** Applies mutating admission to a fixture object. */
  readonly fill: (def: KindDef, object: KubeObject) => KubeObject
}

/** Admission for the server's own requests: accepts everything. */
export const noAdmission: Admission = {
  isAsked: () => false,
  admit: () => NO_STEPS,
  validate: () => NO_STEPS,
  fill: (_, object) => object,
}

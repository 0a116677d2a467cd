import type { Call } from '../api/call.js'
import type { Target } from '../api/target.js'
import type { Env } from '../base/env.js'
import type { FeatureGates } from '../registry/feature-gates.js'
import type { KindDef } from '../registry/kind-def.js'
import type { KubeObject } from '../schema/object.js'
import type { Transaction } from '../store/transaction.js'

/** A write that admission is asked about. */
export type AdmissionRequest = {
  readonly operation: 'create' | 'update' | 'delete'
  readonly call: Call
  /** As refusals tell it. */
  readonly name: string
  /** What is to be stored; of a deletion, what is deleted. */
  readonly object: KubeObject
  /** What is stored; undefined for a create. */
  readonly oldObject: KubeObject | undefined
  readonly transaction: Transaction<KubeObject>
  readonly env: Env
  readonly featureGates: FeatureGates
  readonly warn: (text: string) => void
  /** Writes the status of another stored object in the same transaction. */
  readonly writeStatus: (next: KubeObject) => void
}

/** The server's own admission; see admission/. */
export type Admission = {
  /** Whether anybody is asked about such a write: most of those that change an object concern nobody. */
  readonly isAsked: (operation: AdmissionRequest['operation'], target: Pick<Target, 'def' | 'subresource'>) => boolean
  /** What becomes of an object before hooks see it. Throws a StatusError where it is refused. */
  readonly admit: (request: AdmissionRequest) => KubeObject
  /** Throws a StatusError for an object that is valid and refused all the same. */
  readonly validate: (request: AdmissionRequest) => void
  /** What becomes of a fixture. */
  readonly fill: (def: KindDef, object: KubeObject) => KubeObject
}

/** Admission of what the server itself does: all of it. */
export const noAdmission: Admission = {
  isAsked: () => false,
  admit: ({ object }) => object,
  validate: () => undefined,
  fill: (_, object) => object,
}

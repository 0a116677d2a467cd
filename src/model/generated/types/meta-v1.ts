// Written by `npm run generate`; not to be changed by hand.
import type { FieldsV1, Time } from './scalars.js'

export type Condition = {
  readonly type: string
  readonly status: string
  readonly observedGeneration?: number
  readonly lastTransitionTime: Time
  readonly reason: string
  readonly message: string
}
export type DeleteOptions = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly gracePeriodSeconds?: number
  readonly preconditions?: Preconditions
  readonly orphanDependents?: boolean
  readonly propagationPolicy?: string
  readonly dryRun?: string[]
  readonly ignoreStoreReadErrorWithClusterBreakingPotential?: boolean
}
export type FieldSelectorRequirement = {
  readonly key: string
  readonly operator: string
  readonly values?: string[]
}
export type GroupResource = {
  readonly group: string
  readonly resource: string
}
export type LabelSelector = {
  readonly matchLabels?: { readonly [key: string]: string }
  readonly matchExpressions?: LabelSelectorRequirement[]
}
export type LabelSelectorRequirement = {
  readonly key: string
  readonly operator: string
  readonly values?: string[]
}
export type ManagedFieldsEntry = {
  readonly manager?: string
  readonly operation?: string
  readonly apiVersion?: string
  readonly time?: Time
  readonly fieldsType?: string
  readonly fieldsV1?: FieldsV1
  readonly subresource?: string
}
export type ObjectMeta = {
  readonly name?: string
  readonly generateName?: string
  readonly namespace?: string
  readonly selfLink?: string
  readonly uid?: string
  readonly resourceVersion?: string
  readonly generation?: number
  readonly creationTimestamp?: Time
  readonly deletionTimestamp?: Time
  readonly deletionGracePeriodSeconds?: number
  readonly labels?: { readonly [key: string]: string }
  readonly annotations?: { readonly [key: string]: string }
  readonly ownerReferences?: OwnerReference[]
  readonly finalizers?: string[]
  readonly managedFields?: ManagedFieldsEntry[]
}
export type OwnerReference = {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly controller?: boolean
  readonly blockOwnerDeletion?: boolean
}
export type Preconditions = {
  readonly uid?: string
  readonly resourceVersion?: string
}

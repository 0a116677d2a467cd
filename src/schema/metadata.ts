import { always, array, boolean, int64, map, pointer, string, struct, time } from './builders.js'
import type { Infer, Schema } from './types.js'

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1'

/** The TypeScript type of an owner reference. */
export type OwnerReference = {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly controller?: boolean
  readonly blockOwnerDeletion?: boolean
}

const ownerReference = struct(
  `${META}.OwnerReference`,
  {
    apiVersion: always(string()),
    kind: always(string()),
    name: always(string()),
    uid: always(string('types.UID')),
    controller: pointer(boolean()),
    blockOwnerDeletion: pointer(boolean()),
  },
  { 'x-kubernetes-map-type': 'atomic', required: ['apiVersion', 'kind', 'name', 'uid'] },
) as Schema<OwnerReference> // what is always written is always there

const managedFieldsEntry = struct(`${META}.ManagedFieldsEntry`, {
  manager: string(),
  operation: string('v1.ManagedFieldsOperationType'),
  apiVersion: string(),
  time: pointer(time()),
  fieldsType: string(),
  // Written out, as no builder makes a raw object of any members.
  fieldsV1: pointer({
    type: 'object',
    component: `${META}.FieldsV1`,
    raw: true,
    'x-kubernetes-preserve-unknown-fields': true,
  } as Schema<Record<string, unknown>>),
  subresource: string(),
})

/** Who manages which members of an object. */
export const managedFields = array(managedFieldsEntry)

/** `metadata` of an object, members in wire order. */
export const objectMeta = struct(`${META}.ObjectMeta`, {
  name: string(),
  generateName: string(),
  namespace: string(),
  selfLink: string(),
  uid: string('types.UID'),
  resourceVersion: string(),
  generation: int64(),
  creationTimestamp: always(time()),
  deletionTimestamp: pointer(time()),
  deletionGracePeriodSeconds: pointer(int64()),
  labels: map(string()),
  annotations: map(string()),
  ownerReferences: array(ownerReference, { list: 'map', keys: ['uid'], merge: 'uid' }),
  finalizers: array(string(), { list: 'set', merge: true }),
  managedFields,
})

/**
 * `metadata` of an object that is no part of another. Its empty list of managers is kept: in a patch it resets
 * ownership. It is never stored.
 */
export const ownMeta: typeof objectMeta = {
  ...objectMeta,
  properties: { ...objectMeta.properties, managedFields: pointer(managedFields) },
}

/** The TypeScript type of `metadata`. */
export type ObjectMeta = Infer<typeof objectMeta>
/** The TypeScript type of a managedFields entry. */
export type ManagedFieldsEntry = Infer<typeof managedFieldsEntry>

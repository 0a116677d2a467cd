import { always, array, boolean, exactTime, int64, map, pointer, string, struct, time } from './builders.js'
import type { Infer, Schema } from './types.js'

/** The package of the components that all APIs share. */
export const META = 'io.k8s.apimachinery.pkg.apis.meta.v1'

/** An owner reference. */
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
) as Schema<OwnerReference> // fields that are always written are always present

const managedFieldsEntry = struct(`${META}.ManagedFieldsEntry`, {
  manager: string(),
  operation: string('v1.ManagedFieldsOperationType'),
  apiVersion: string(),
  time: pointer(time()),
  fieldsType: string(),
  // Spelled out, as no builder makes a raw object.
  fieldsV1: pointer({
    type: 'object',
    component: `${META}.FieldsV1`,
    raw: true,
    'x-kubernetes-preserve-unknown-fields': true,
  } as Schema<Record<string, unknown>>),
  subresource: string(),
})

/** The field managers of an object and the fields they own. */
export const managedFields = array(managedFieldsEntry)

/** `metadata` of an object, fields in wire order. */
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

/** `metadata` inside an object, as of a pod template, since 1.34: without a creationTimestamp that is not set. */
export const laterObjectMeta: typeof objectMeta = {
  ...objectMeta,
  properties: { ...objectMeta.properties, creationTimestamp: time() },
}

/**
 * `metadata` of a top-level object. An empty managedFields list is kept, because it resets ownership in a patch. It is
 * never stored. Nor is a deletionTimestamp that a request states.
 */
export const ownMeta: typeof objectMeta = {
  ...objectMeta,
  properties: {
    ...objectMeta.properties,
    deletionTimestamp: pointer(exactTime()),
    managedFields: pointer(managedFields),
  },
}

/** `metadata` of a top-level object since 1.34: only what is stored has a creationTimestamp. */
export const laterOwnMeta: typeof objectMeta = {
  ...ownMeta,
  properties: { ...ownMeta.properties, creationTimestamp: time() },
}

/** The metadata of an object. */
export type ObjectMeta = Infer<typeof objectMeta>
/** An entry of managedFields. */
export type ManagedFieldsEntry = Infer<typeof managedFieldsEntry>

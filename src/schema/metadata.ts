import { always, array, boolean, int64, map, pointer, string, struct, time } from './builders.js'
import { described } from './described.js'
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
  described(
    {
      apiVersion: always(string()),
      kind: always(string()),
      name: always(string()),
      uid: always(string('types.UID')),
      controller: pointer(boolean()),
      blockOwnerDeletion: pointer(boolean()),
    },
    {
      apiVersion: 'Group and version of the owner.',
      kind: 'Kind of the owner.',
      name: 'Name of the owner.',
      uid: 'Uid of the owner.',
      controller: 'Whether the owner manages this object; at most one owner does.',
      blockOwnerDeletion: 'Whether an owner deleted in the foreground waits for this object to go.',
    },
  ),
  { 'x-kubernetes-map-type': 'atomic', required: ['apiVersion', 'kind', 'name', 'uid'] },
) as Schema<OwnerReference> // what is always written is always there

const managedFieldsEntry = struct(
  `${META}.ManagedFieldsEntry`,
  described(
    {
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
    },
    {
      manager: 'Name of the writer.',
      operation: '`Apply` or `Update`.',
      apiVersion: 'Group and version the members are written in.',
      time: 'When the writer last changed its members.',
      fieldsType: 'The notation of fieldsV1: `FieldsV1`.',
      fieldsV1: 'The members the writer owns.',
      subresource: 'The subresource the writer used, empty for the object itself.',
    },
  ),
)

/** `metadata` of every object, members in wire order. */
export const objectMeta = struct(
  `${META}.ObjectMeta`,
  described(
    {
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
      // Kept when empty, because an empty list sent in a patch resets ownership; it is never stored.
      managedFields: pointer(array(managedFieldsEntry)),
    },
    {
      name: 'Name of the object, unique among its kind and namespace. Cannot change.',
      generateName: 'What a name the server makes up begins with, where `name` is not given.',
      namespace: 'Namespace of the object; empty for objects that live in none. Cannot change.',
      selfLink: 'Deprecated; never set.',
      uid: 'Identity of the object, never used again. Set by the server.',
      resourceVersion: 'Changes with every change of the object. An update that names an old one is refused.',
      generation: 'Counts the changes of what is wanted. Set by the server.',
      creationTimestamp: 'When the object was created. Set by the server.',
      deletionTimestamp:
        'When the object was asked to be deleted; it goes once no finalizer holds it. Set by the server.',
      deletionGracePeriodSeconds: 'Seconds the object was given to end. Set by the server.',
      labels: 'Words to select objects by.',
      annotations: 'Any text tools keep with the object.',
      ownerReferences: 'The objects this one depends on; it is collected when all of them are gone.',
      finalizers: 'What must be done before the object is removed; each name is taken away when its part is done.',
      managedFields: 'Who wrote which members.',
    },
  ),
)

/** The TypeScript type of `metadata`. */
export type ObjectMeta = Infer<typeof objectMeta>
/** The TypeScript type of a managedFields entry. */
export type ManagedFieldsEntry = Infer<typeof managedFieldsEntry>

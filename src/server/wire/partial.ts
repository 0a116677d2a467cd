import { mapInParts } from '../../base/turns/work-in-parts.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { ListMeta } from '../../model/call/outcome.js'
import type { KubeObject } from '../../schema/object.js'
import { type ObjectMeta, objectMeta } from '../../schema/metadata.js'
import { inWireOrder } from '../../schema/order.js'
import type { Schema } from '../../schema/types.js'
import type { MetaVersion } from './accept.js'

/** An object reduced to its metadata. */
export type PartialObject = {
  readonly kind: 'PartialObjectMetadata'
  readonly apiVersion: string
  readonly metadata: KubeObject['metadata']
}
/** A list of such objects; unlike in other lists, the items state their kind. */
type PartialList = {
  readonly kind: 'PartialObjectMetadataList'
  readonly apiVersion: string
  readonly metadata: ListMeta
  /** null for an empty list. */
  readonly items: readonly PartialObject[] | null
}

/** Makes the PartialObjectMetadata of an object. */
export function partialObject(def: KindDef, { metadata }: KubeObject, version: MetaVersion): PartialObject {
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: `meta.k8s.io/${version}`,
    metadata: inWireOrder(objectMeta, withOrderedItems(def, withoutMembers(def, metadata)), 0),
  }
}

/** Returns metadata whose structs are in wire order; custom resources are stored with all members in byte order. */
function withOrderedItems({ structural }: KindDef, metadata: ObjectMeta): ObjectMeta {
  if (!structural) return metadata
  const { managedFields, ownerReferences } = objectMeta.properties ?? {}
  return {
    ...metadata,
    ...orderedItems('managedFields', managedFields?.items, metadata.managedFields),
    ...orderedItems('ownerReferences', ownerReferences?.items, metadata.ownerReferences),
  }
}

const orderedItems = <T extends object>(member: string, schema: Schema | undefined, items: readonly T[] | undefined) =>
  schema && items ? { [member]: items.map((item) => inWireOrder(schema, item, 0)) } : {}

function withoutMembers({ metadata: { memberAnnotations } }: KindDef, metadata: ObjectMeta): ObjectMeta {
  const { annotations, ...rest } = metadata
  if (!annotations || !memberAnnotations.some((name) => Object.hasOwn(annotations, name))) return metadata
  const kept = Object.entries(annotations).filter(([name]) => !memberAnnotations.includes(name))
  return kept.length > 0 ? { ...rest, annotations: Object.fromEntries(kept) } : rest
}

/** Makes the PartialObjectMetadataList of a list. */
export function partialList(
  def: KindDef,
  items: readonly KubeObject[],
  metadata: ListMeta,
  version: MetaVersion,
): PartialList {
  return {
    kind: 'PartialObjectMetadataList',
    apiVersion: `meta.k8s.io/${version}`,
    metadata,
    items: items.length === 0 ? null : partialObjects(def, items, version),
  }
}

const partialObjects = (def: KindDef, items: readonly KubeObject[], version: MetaVersion): readonly PartialObject[] =>
  mapInParts(items, partialList, PARTS_OF_ITEM, (item) => partialObject(def, item, version))

const PARTS_OF_ITEM = 4

/**
 * Returns the Go type that messages use for an object or a list of the kind (`*core.NodeList`): its package is named
 * after the storage group; a custom resource has no type of its own.
 */
export const goTypeName = ({ storage, kind, names, structural }: KindDef, list: boolean): string =>
  structural
    ? `*unstructured.Unstructured${list ? 'List' : ''}`
    : `*${storage.group.split('.')[0] || 'core'}.${list ? names.listKind : kind}`

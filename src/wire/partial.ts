import type { KindDef } from '../registry/kind-def.js'
import type { ListMeta } from '../api/outcome.js'
import type { KubeObject } from '../schema/object.js'
import { objectMeta } from '../schema/metadata.js'
import { inWireOrder } from '../schema/order.js'
import type { MetaVersion } from './accept.js'

/** An object of which only the metadata is told. */
export type PartialObject = {
  readonly kind: 'PartialObjectMetadata'
  readonly apiVersion: string
  readonly metadata: KubeObject['metadata']
}
/** A list of such objects; unlike those of other lists, they say what they are. */
export type PartialList = {
  readonly kind: 'PartialObjectMetadataList'
  readonly apiVersion: string
  readonly metadata: ListMeta
  /** null where there are none. */
  readonly items: readonly PartialObject[] | null
}

/** Makes the PartialObjectMetadata of an object. */
export function partialObject({ metadata }: KubeObject, version: MetaVersion): PartialObject {
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: `meta.k8s.io/${version}`,
    metadata: inWireOrder(objectMeta, metadata, 0),
  }
}

/** Makes the PartialObjectMetadataList of a list. */
export function partialList(items: readonly KubeObject[], metadata: ListMeta, version: MetaVersion): PartialList {
  return {
    kind: 'PartialObjectMetadataList',
    apiVersion: `meta.k8s.io/${version}`,
    metadata,
    items: items.length === 0 ? null : items.map((item) => partialObject(item, version)),
  }
}

/** The Go type messages call an object or a list of the kind by (`*core.NodeList`): its package is named after the group it is stored in. */
export const goTypeName = ({ storage, kind, names }: KindDef, list: boolean): string =>
  `*${storage.group.split('.')[0] || 'core'}.${list ? names.listKind : kind}`

import { withMembers } from '../../base/json/json.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { defaultBySchema } from '../../schema/default.js'
import { withNullLists } from '../../schema/null-lists.js'
import type { KubeObject } from '../../schema/object.js'

/** Returns an object as it is read back after being stored, which is also what a dry run returns. */
export function asStored(def: KindDef, object: KubeObject): KubeObject {
  const { conversion } = def.storage
  return conversion ? conversion.fromStored(conversion.toStored(object)) : reread(def, withoutNulls(def, object))
}

/** Returns an object with the fields that are only set when it is read from storage. */
export const reread = ({ storage }: KindDef, object: KubeObject): KubeObject => storage.reread?.(object) ?? object

/**
 * Returns an object without what its stored form cannot express: nulls left by an apply, unless a conversion reads what
 * is stored, and empty lists that are always written. Parts shared with the stored object `old` have neither.
 */
export function withoutNulls(
  { storage, structural, schema }: KindDef,
  object: KubeObject,
  old?: KubeObject,
): KubeObject {
  // CustomResourceDefinitions are stored as JSON, which does express them.
  if (!structural) return storage.scheme === 'extensions' ? object : withNullLists(schema, object, old)
  return storage.conversion ? object : (defaultBySchema(structural, object) as KubeObject) // an object stays one
}

/** Sets the resourceVersion of an object to the revision of its write. */
export const withRevision = (object: KubeObject, revision: number): KubeObject =>
  withMembers(object, { metadata: withMembers(object.metadata, { resourceVersion: String(revision) }) })

import { withMembers } from '../../base/json.js'
import type { KindDef } from '../../registry/kind-def.js'
import { defaultBySchema } from '../../schema/default.js'
import { withNullLists } from '../../schema/null-lists.js'
import type { KubeObject } from '../../schema/object.js'

/** An object as it is read again once it is stored: a dry run shows that too. */
export function asStored(def: KindDef, object: KubeObject): KubeObject {
  const { conversion } = def.storage
  return conversion ? conversion.fromStored(conversion.toStored(object)) : reread(def, withoutNulls(def, object))
}

/** An object with what reading it fills in that it was stored without. */
export const reread = ({ storage }: KindDef, object: KubeObject): KubeObject => storage.reread?.(object) ?? object

/**
 * An object without what its stored form cannot tell: the nulls an apply leaves, where no conversion reads what is
 * stored, and empty lists that are always written. What it shares with `old`, which is stored, has none of these.
 */
export function withoutNulls(
  { storage, structural, schema }: KindDef,
  object: KubeObject,
  old?: KubeObject,
): KubeObject {
  // Definitions are stored as JSON, which does tell.
  if (!structural) return storage.scheme === 'extensions' ? object : withNullLists(schema, object, old)
  return storage.conversion ? object : (defaultBySchema(structural, object) as KubeObject) // an object stays one
}

/** Gives an object the revision of its write. */
export const withRevision = (object: KubeObject, revision: number): KubeObject =>
  withMembers(object, { metadata: withMembers(object.metadata, { resourceVersion: String(revision) }) })

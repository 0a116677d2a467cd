import type { KindDef } from '../../registry/kind-def.js'
import { defaultBySchema } from '../../schema/default.js'
import type { KubeObject } from '../../schema/object.js'

/** An object as it is read again once it is stored: a dry run shows that too. */
export function asStored(def: KindDef, object: KubeObject): KubeObject {
  const { conversion } = def.storage
  return conversion ? conversion.fromStored(conversion.toStored(object)) : withoutNulls(def, object)
}

/** An object without the nulls an apply leaves: where no conversion reads what is stored, nothing else takes them out. */
export const withoutNulls = ({ storage, structural }: KindDef, object: KubeObject): KubeObject =>
  structural && !storage.conversion ? (defaultBySchema(structural, object) as KubeObject) : object // an object stays one

import type { KindDef } from '../kind/define.js'
import { defaultBySchema } from '../schema/default.js'
import type { KubeObject } from '../schema/object.js'

/** An object as it is read again once it is stored: a dry run shows that too. */
export function asStored(def: KindDef, object: KubeObject): KubeObject {
  const { face } = def
  return face ? face.fromStored(face.toStored(object)) : withoutNulls(def, object)
}

/** An object without the nulls an apply leaves: where no face reads what is stored, nothing else takes them out. */
export const withoutNulls = ({ face, structural }: KindDef, object: KubeObject): KubeObject =>
  structural && !face ? (defaultBySchema(structural, object) as KubeObject) : object // an object stays one

import type { KindDef } from '../../registry/define.js'
import { defaultBySchema } from '../../schema/default.js'
import type { KubeObject } from '../../schema/object.js'

/** An object as it is read again once it is stored: a dry run shows that too. */
export function asStored(def: KindDef, object: KubeObject): KubeObject {
  const { storageConversion } = def
  return storageConversion
    ? storageConversion.fromStored(storageConversion.toStored(object))
    : withoutNulls(def, object)
}

/** An object without the nulls an apply leaves: where no storageConversion reads what is stored, nothing else takes them out. */
export const withoutNulls = ({ storageConversion, structural }: KindDef, object: KubeObject): KubeObject =>
  structural && !storageConversion ? (defaultBySchema(structural, object) as KubeObject) : object // an object stays one

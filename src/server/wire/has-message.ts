import type { KindDef } from '../../model/registry/kind-def.js'
import { findStruct } from '../../model/registry/struct-lines.js'
import { structNameOf } from '../../model/registry/struct-schema.js'

type Described = Pick<KindDef, 'component' | 'structural'>

const known = new WeakMap<Described, boolean>()

/**
 * Tells whether objects of a kind can be encoded in protobuf: custom resources have no messages, whatever their kind is
 * called, and neither have documents.
 */
export function hasMessage(def: Described): boolean {
  let has = known.get(def)
  if (has === undefined) known.set(def, (has = findMessage(def)))
  return has
}

function findMessage({ component, structural }: Described): boolean {
  const name = structural ? undefined : structNameOf(component)
  return name !== undefined && findStruct(name) !== undefined
}

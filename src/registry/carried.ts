import type { SubresourceName, KindDef } from './define.js'

/** The kind of the bodies an subresource takes and replies with. */
export function carriedKind(def: KindDef, subresource: SubresourceName): KindDef {
  const { view, act } = def.subresources[subresource]!
  return view?.def ?? act?.def ?? def
}

import type { SubresourceName } from './subresource-name.js'
import type { KindDef } from './kind-def.js'

/** The kind of the bodies an subresource takes and replies with. */
export function carriedKind(def: KindDef, subresource: SubresourceName): KindDef {
  const { view, act } = def.subresources[subresource]!
  return view?.def ?? act?.def ?? def
}

import { subresourceOf } from './subresource-of.js'
import type { SubresourceName } from './subresource-name.js'
import type { KindDef } from './kind-def.js'

/** The kind of the bodies a subresource takes and replies with. */
export function carriedKind(def: KindDef, subresource: SubresourceName): KindDef {
  const { view, act } = subresourceOf(def, subresource)
  return view?.def ?? act?.def ?? def
}

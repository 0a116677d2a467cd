import { subresourceOf } from './subresource-of.js'
import type { SubresourceName } from './subresource-name.js'
import type { KindDef } from './kind-def.js'

/** Returns the kind of the request and reply bodies of a subresource. */
export function bodyKind(def: KindDef, subresource: SubresourceName): KindDef {
  const { view, act } = subresourceOf(def, subresource)
  return view?.def ?? act?.def ?? def
}

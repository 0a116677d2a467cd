import type { KindDef, Subresource } from './kind-def.js'
import type { SubresourceName } from './subresource-name.js'

/**
 * A subresource that a routed request is for, so that the kind has it.
 *
 * @throws Error where the kind has none of that name: a bug of ours
 */
export function subresourceOf(def: KindDef, name: SubresourceName): Subresource {
  const subresource = def.subresources[name]
  if (!subresource) throw new Error(`fakecluster has a bug: ${def.kind} has no subresource ${name}`)
  return subresource
}

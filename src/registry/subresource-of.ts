import { mustHave } from '../base/must-have.js'
import type { KindDef, Subresource } from './kind-def.js'
import { type SubresourceName, isSubresourceName } from './subresource-name.js'

/**
 * A subresource that a routed request is for, so that the kind has it.
 *
 * @throws Error where the kind has none of that name: a bug of ours
 */
export function subresourceOf(def: KindDef, name: SubresourceName): Subresource {
  return mustHave(def.subresources[name], 'the subresource a request was routed to')
}

/** The subresources of a kind and their names, as it declares them, without the object itself. */
export const subresourcesOf = ({ subresources }: KindDef): readonly (readonly [SubresourceName, Subresource])[] =>
  Object.entries(subresources).flatMap(([name, subresource]) =>
    isSubresourceName(name) ? [[name, subresource] as const] : [],
  )

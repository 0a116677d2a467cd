import { mustHave } from '../../base/must-have.js'
import type { KindDef, Subresource } from './kind-def.js'
import { type SubresourceName, isSubresourceName } from './subresource-name.js'

/**
 * Returns the subresource of a routed request, which the kind must have.
 *
 * @throws Error if the kind has none of that name, which is a bug of ours
 */
export function subresourceOf(def: KindDef, name: SubresourceName): Subresource {
  return mustHave(def.subresources[name], 'the subresource a request was routed to')
}

/** Returns the names and subresources of a kind, without the object itself. */
export const subresourcesOf = ({ subresources }: KindDef): readonly (readonly [SubresourceName, Subresource])[] =>
  Object.entries(subresources).flatMap(([name, subresource]) =>
    isSubresourceName(name) ? [[name, subresource] as const] : [],
  )

/** Tells whether objects of a kind are stored; the others are reviews, or act on another object (Binding). */
export const isStored = ({ create }: Pick<KindDef, 'create'>): boolean => !create.review && !create.through

/** Returns the kind of the request and reply bodies of a subresource. */
export function bodyKind(def: KindDef, subresource: SubresourceName): KindDef {
  const part = def.subresources[subresource]
  return part?.view?.def ?? part?.act?.def ?? def
}

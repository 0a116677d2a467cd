import type { PodSpec } from './pod-types.js'

/** Specs for which something holds whichever node they name. */
type LikeSpecs = {
  /** Tells whether it holds for a spec: it was noted of this one, or of another made of the same parts. */
  readonly has: (spec: PodSpec) => boolean
  /** Notes that it holds for a spec. Of one that may still be changed nothing is noted. */
  readonly add: (spec: PodSpec) => void
}

/** Makes a memory of specs, by their containers: pods of one template share these. */
export function createLikeSpecs(): LikeSpecs {
  const known = new WeakMap<object, PodSpec>()
  return {
    has(spec) {
      const like = spec.containers && known.get(spec.containers)
      return like ? isSameButNode(spec, like) : false
    },
    add(spec) {
      if (spec.containers && Object.isFrozen(spec)) known.set(spec.containers, spec)
    },
  }
}

type Members = { readonly [member: string]: unknown }

/** Tells whether two specs are made of the same parts, whichever node they name. */
function isSameButNode(spec: PodSpec, like: PodSpec): boolean {
  return spec === like || (hasPartsOf(spec, like) && hasPartsOf(like, spec))
}

function hasPartsOf(spec: Members, other: Members): boolean {
  for (const name in spec) if (name !== 'nodeName' && spec[name] !== other[name]) return false
  return true
}

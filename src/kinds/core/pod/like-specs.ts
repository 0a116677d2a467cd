import type { PodSpec } from './pod-types.js'

/** A set of pod specs that have some property, whatever their nodeName. */
type LikeSpecs = {
  /** Tells whether the set has a spec, or another one that consists of the same parts. */
  readonly has: (spec: PodSpec) => boolean
  /** Adds a spec; ignored if the spec is not frozen, as it may still change. */
  readonly add: (spec: PodSpec) => void
}

/** Creates a set of specs, keyed by their list of containers, which pods of one template share. */
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

/** Tells whether two specs consist of the same parts, except for nodeName. */
function isSameButNode(spec: PodSpec, like: PodSpec): boolean {
  return spec === like || (hasPartsOf(spec, like) && hasPartsOf(like, spec))
}

function hasPartsOf(spec: Members, other: Members): boolean {
  for (const name in spec) if (name !== 'nodeName' && spec[name] !== other[name]) return false
  return true
}

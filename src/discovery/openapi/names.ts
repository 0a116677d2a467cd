import type { Registry } from '../../registry/registry.js'

/** Where the components of every API are. */
export const META = 'io.k8s.apimachinery.pkg.apis.meta.v1'

/** A word with a capital. */
export const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** A group as the names of operations spell it: `Coordination`, `StableExampleCom`. */
export const groupWord = (registry: Registry, group: string): string =>
  shortGroup(registry, group)
    .split(/[^\p{L}\p{N}_]/u)
    .map(titled)
    .join('')

/** A group as tags spell it: `coordination`, `stableExampleCom`. */
export function groupTag(registry: Registry, group: string): string {
  const word = groupWord(registry, group)
  return word.charAt(0).toLowerCase() + word.slice(1)
}

// The service's own domain goes without saying.
function shortGroup({ profile }: Registry, group: string): string {
  const domain = profile.group('')
  return group === '' ? 'core' : group.endsWith(domain) ? group.slice(0, -domain.length) : group
}

import type { Registry } from '../../../model/registry/registry.js'

/** Capitalizes a word. */
export const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Returns a group, which is a DNS name, as it appears in operation ids: `Coordination`, `StableExampleCom`. */
export const groupWord = (registry: Registry, group: string): string =>
  shortGroup(registry, group).split(/\W/).map(titled).join('')

/** Returns a group as it appears in tags: `coordination`, `stableExampleCom`. */
export function groupTag(registry: Registry, group: string): string {
  const word = groupWord(registry, group)
  return word.charAt(0).toLowerCase() + word.slice(1)
}

// The profile's own domain is left out.
function shortGroup({ profile }: Registry, group: string): string {
  const domain = profile.group('')
  return group === '' ? 'core' : group.endsWith(domain) ? group.slice(0, -domain.length) : group
}

import { highestOf } from '../../base/lists/lists.js'
import { METRICS_API } from '../../model/registry/metrics-api.js'
import { type KubernetesVersion, oncePerVersion } from '../../model/registry/kubernetes-version.js'
import { apiPriorities } from '../../model/registry/scheme.js'
import type { Registry } from '../../model/registry/registry.js'
import type { Registered } from './registered.js'

/** Returns the named groups that are served or registered, in order of preference: the aggregator's own first. */
export function groupsOf(registry: Registry, registered: readonly Registered[] = []): readonly string[] {
  const groups = [...new Set([...registry.mappings(), ...registered].map(({ group }) => group))].filter(Boolean)
  const rank = (group: string) =>
    registry.versions(group)
      ? registry.isCustom(group)
        ? CUSTOM_PRIORITY
        : priority(group, registry.profile.version)
      : highestOf(registered.filter((each) => each.group === group).map(({ groupPriority }) => groupPriority))
  return groups
    .map((group) => ({ group, rank: rank(group) }))
    .sort((a, b) => b.rank - a.rank || (a.group < b.group ? -1 : 1))
    .map(({ group }) => group)
}

/**
 * Returns the priorities of built-in groups, by the first part of the group name, which is the same in every profile:
 * the highest priority of the group's versions.
 */
const prioritiesOf = oncePerVersion((version): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const [groupVersion, { group }] of apiPriorities(version)) {
    const prefix = prefixOf(groupVersion)
    found.set(prefix, Math.max(group, found.get(prefix) ?? 0))
  }
  return found
})

const CUSTOM_PRIORITY = 1000
/** The priorities of extension servers. */
const EXTENSIONS = new Map<string, number>([[METRICS_API.group, METRICS_API.groupPriorityMinimum]])

/** Tells whether a group is the aggregator's own, which it lists before all others. */
export const isAggregators = (group: string): boolean => prefixOf(group) === 'apiregistration'

function priority(group: string, version: KubernetesVersion): number {
  const prefix = prefixOf(group)
  return isAggregators(group)
    ? Infinity
    : (prioritiesOf(version).get(prefix) ?? EXTENSIONS.get(prefix) ?? CUSTOM_PRIORITY)
}

function prefixOf(group: string): string {
  return group.split(/[./]/, 1).join()
}

import type { KubeObject } from '../../schema/object.js'
import { compareVersions, type Registry } from '../../model/registry/registry.js'

/** A group version that an APIService registers and this server does not serve itself. */
export type Registered = {
  readonly group: string
  readonly version: string
  readonly groupPriority: number
  readonly versionPriority: number
  /** Whether it delegates to another server, which is unreachable. Otherwise its paths fall through to this server. */
  readonly isRemote: boolean
}

type ApiService = KubeObject & {
  readonly spec?: {
    readonly group?: string
    readonly version?: string
    readonly groupPriorityMinimum?: number
    readonly versionPriority?: number
    readonly service?: object
  }
}

/** Returns the store's table of APIServices. */
export const apiServiceTable = ({ profile }: Pick<Registry, 'profile'>): string =>
  `${profile.group('apiregistration')}/apiservices`

/**
 * Returns the group versions that APIServices register besides the served ones, in the aggregator's order of preference
 * within a group.
 */
export function registeredOf(
  services: readonly KubeObject[],
  registry: Pick<Registry, 'versions' | 'isCustom'>,
): readonly Registered[] {
  const found = services.flatMap(({ spec = {} }: ApiService): readonly Registered[] => {
    const { group = '', version = '', groupPriorityMinimum = 0, versionPriority = 0, service } = spec
    const isRemote = service !== undefined
    // An APIService with a service takes precedence over a definition; built-in groups have their own from the start.
    const isServed = registry.versions(group)?.includes(version) && !(isRemote && registry.isCustom(group))
    if (group === '' || isServed) return []
    return [{ group, version, groupPriority: groupPriorityMinimum, versionPriority, isRemote }]
  })
  return found.sort((a, b) => b.versionPriority - a.versionPriority || compareVersions(a.version, b.version))
}

/** Returns the versions of a group that this server serves: those with kinds that are not delegated. */
export const servedVersions = (
  registry: Pick<Registry, 'versions'>,
  registered: readonly Registered[],
  group: string,
): readonly string[] =>
  (registry.versions(group) ?? []).filter(
    (version) => !registered.some((each) => each.group === group && each.version === version),
  )

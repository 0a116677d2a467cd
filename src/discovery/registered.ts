import type { KubeObject } from '../schema/object.js'
import { compareVersions, type Registry } from '../registry/registry.js'

/**
 * A version of a group that an APIService registers and this server does not answer for, with the kinds it has or
 * without.
 */
export type Registered = {
  readonly group: string
  readonly version: string
  readonly groupPriority: number
  readonly versionPriority: number
  /**
   * Another server is to answer for it: one that cannot be reached. Without one the path falls through to this server.
   */
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

/** Where APIServices are stored. */
export const apiServiceTable = ({ profile }: Pick<Registry, 'profile'>): string =>
  `${profile.group('apiregistration')}/apiservices`

/** What APIServices register besides what is served, best first within a group, as the aggregator sorts them. */
export function registeredOf(
  services: readonly KubeObject[],
  registry: Pick<Registry, 'versions' | 'isCustom'>,
): readonly Registered[] {
  const found = services.flatMap(({ spec = {} }: ApiService): readonly Registered[] => {
    const { group = '', version = '', groupPriorityMinimum = 0, versionPriority = 0, service } = spec
    const isRemote = service !== undefined
    // Definitions give way to another server; what is built in has its APIService from the start.
    const isServed = registry.versions(group)?.includes(version) && !(isRemote && registry.isCustom(group))
    if (group === '' || isServed) return []
    return [{ group, version, groupPriority: groupPriorityMinimum, versionPriority, isRemote }]
  })
  return found.sort((a, b) => b.versionPriority - a.versionPriority || compareVersions(a.version, b.version))
}

/** The versions of a group that this server answers for: those it has kinds of and leaves to no other. */
export const answeredOf = (
  registry: Pick<Registry, 'versions'>,
  registered: readonly Registered[],
  group: string,
): readonly string[] =>
  (registry.versions(group) ?? []).filter(
    (version) => !registered.some((each) => each.group === group && each.version === version),
  )

/** What is registered for a path below `/apis`: the version it is of, or for the path of a group any version of it. */
export function registeredAt(path: string, registered: readonly Registered[]): Registered | undefined {
  if (registered.length === 0) return undefined
  const [, root, group, version] = path.split('/')
  if (root !== 'apis') return undefined
  return registered.find((each) => each.group === group && (!version || each.version === version))
}

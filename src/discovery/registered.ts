import type { KubeObject } from '../schema/object.js'
import { compareVersions, type Registry } from '../registry/registry.js'

/** A version of a group that an APIService registers and no kind here is served at. */
export type Registered = {
  readonly group: string
  readonly version: string
  readonly groupPriority: number
  readonly versionPriority: number
  /** Another server is to answer for it: one that cannot be reached. Without one the path falls through to this server. */
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
  registry: Pick<Registry, 'versions'>,
): readonly Registered[] {
  const found = services.flatMap(({ spec = {} }: ApiService): readonly Registered[] => {
    const { group = '', version = '', groupPriorityMinimum = 0, versionPriority = 0, service } = spec
    if (group === '' || registry.versions(group)?.includes(version)) return []
    return [{ group, version, groupPriority: groupPriorityMinimum, versionPriority, isRemote: service !== undefined }]
  })
  return found.sort((a, b) => b.versionPriority - a.versionPriority || compareVersions(a.version, b.version))
}

/** What is registered for a path below `/apis`: the version it is of, or for the path of a group any version of it. */
export function registeredAt(path: string, registered: readonly Registered[]): Registered | undefined {
  if (registered.length === 0) return undefined
  const [, root, group, version] = path.split('/')
  if (root !== 'apis') return undefined
  return registered.find((each) => each.group === group && (!version || each.version === version))
}

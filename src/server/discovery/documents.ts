import { STORAGE_VERSION_HASHES } from '../../model/generated/storage-version-hashes.js'
import { oncePerVersion, thoseOf } from '../../model/registry/kubernetes-version.js'
import { structNameOf } from '../../model/registry/struct-schema.js'
import { connectionsOf } from '../../model/registry/connections.js'
import { bodyKind, subresourcesOf } from '../../model/registry/subresource-of.js'
import type { SubresourceName } from '../../model/registry/subresource-name.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { Registry } from '../../model/registry/registry.js'
import { groupsOf } from './groups.js'
import { type Registered, servedVersions } from './registered.js'

/** The server address for clients: the one they used. */
type Host = string

/** `GET /api` */
export const coreVersions = (host: Host): unknown => ({
  kind: 'APIVersions',
  versions: ['v1'],
  serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: host }],
})

/** `GET /apis` */
export const groupList = (registry: Registry, registered: readonly Registered[]): unknown => ({
  kind: 'APIGroupList',
  apiVersion: 'v1',
  groups: groupsOf(registry, registered).map((group) => groupMembers(registry, registered, group)),
})

/** `GET /apis/GROUP` */
export const groupDocument = (registry: Registry, registered: readonly Registered[], group: string): unknown => ({
  kind: 'APIGroup',
  apiVersion: 'v1',
  ...groupMembers(registry, registered, group),
})

/** `GET /api/v1`, `GET /apis/GROUP/VERSION` */
export function resourceList(registry: Registry, group: string, version: string): unknown {
  const resources = registry
    .mappings()
    .filter((mapping) => mapping.group === group && mapping.version === version)
    .flatMap(({ plural }) => registry.at(group, version, plural) ?? [])
    .flatMap(resourcesOf)
  // The subresources of a custom resource directly follow it.
  if (!registry.isCustom(group)) resources.sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    kind: 'APIResourceList',
    ...(group ? { apiVersion: 'v1' } : {}),
    groupVersion: group ? `${group}/${version}` : version,
    resources,
  }
}

/** `GET /` */
export function pathList(registry: Registry, registered: readonly Registered[], health: readonly string[]): unknown {
  const versions = groupsOf(registry, registered).flatMap((group) => [
    group,
    ...versionsOf(registry, registered, group).map((version) => `${group}/${version}`),
  ])
  const groups = versions.map((path) => `/apis/${path}`)
  const fixed = [
    '/.well-known/openid-configuration',
    '/api',
    '/api/v1',
    '/apis',
    '/apis/',
    '/metrics',
    '/metrics/slis',
    '/openapi/v2',
    '/openapi/v3',
    '/openapi/v3/',
    '/openid/v1/jwks',
    '/version',
  ]
  return { paths: [...fixed, ...health, ...groups].sort() }
}

/** Returns the versions of a group that are served or registered. */
const versionsOf = (registry: Registry, registered: readonly Registered[], group: string): readonly string[] => [
  ...servedVersions(registry, registered, group),
  ...registered.filter((each) => each.group === group).map(({ version }) => version),
]

/** Returns what discovery tells of the version in which the objects of each kind are stored, by the kind's struct. */
export const storageVersionHashes = oncePerVersion(
  (version): ReadonlyMap<string, string> =>
    new Map(
      thoseOf(STORAGE_VERSION_HASHES.trim().split('\n'), version).map((line) => {
        const [struct = '', hash = ''] = line.split(' ')
        return [struct, hash]
      }),
    ),
)

function groupMembers(registry: Registry, registered: readonly Registered[], name: string) {
  const versions = versionsOf(registry, registered, name).map((version) => ({
    groupVersion: `${name}/${version}`,
    version,
  }))
  return { name, versions, preferredVersion: versions[0] }
}

const WRITING: ReadonlySet<string> = new Set(['create', 'patch', 'update'])

/** Returns the verbs of a kind in discovery: a terminating custom resource definition allows no more writes. */
export const verbsOf = ({
  create: { withheld },
  subresources: { main },
}: KindDef): KindDef['subresources']['main']['verbs'] =>
  withheld !== undefined ? main.verbs.filter((verb) => !WRITING.has(verb)) : main.verbs

function resourcesOf(def: KindDef) {
  const namespaced = def.scope === 'Namespaced'
  const versionHash =
    def.storage.versionHash?.() ?? storageVersionHashes(def.serverVersion).get(structNameOf(def.component) ?? '')
  return [
    {
      name: def.plural,
      singularName: def.names.singular,
      namespaced,
      kind: def.kind,
      verbs: verbsOf(def),
      ...(def.names.shortNames.length > 0 ? { shortNames: def.names.shortNames } : {}),
      ...(def.names.categories.length > 0 ? { categories: def.names.categories } : {}),
      ...(versionHash === undefined ? {} : { storageVersionHash: versionHash }),
    },
    ...subresourcesOf(def).map(([subresource, { verbs }]) => ({
      name: `${def.plural}/${subresource}`,
      singularName: '',
      namespaced,
      ...kindEntry(def, subresource),
      verbs,
    })),
    ...connectionsOf(def).map(({ part, kind, verbs }) => ({
      name: `${def.plural}/${part}`,
      singularName: '',
      namespaced,
      kind,
      verbs,
    })),
  ]
}

function kindEntry(def: KindDef, subresource: SubresourceName) {
  const { group, version, kind } = bodyKind(def, subresource)
  return group === def.group && version === def.version ? { kind } : { group, version, kind }
}

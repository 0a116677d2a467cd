import type { JsonObject } from '../../base/json/json.js'
import { connectionsOf } from '../../model/registry/connections.js'
import { bodyKind } from '../../model/registry/body-kind.js'
import type { SubresourceName } from '../../model/registry/subresource-name.js'
import { subresourcesOf } from '../../model/registry/subresource-of.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { Registry } from '../../model/registry/registry.js'
import { groupsOf, verbsOf } from './documents.js'
import { type Registered, servedVersions } from './registered.js'

/** Versions of aggregated discovery. */
export type AggregatedVersion = 'v2' | 'v2beta1'

/** Returns the media type of an aggregated document; clients recognise it only by this type. */
export const aggregatedType = (mediaType: string, version: AggregatedVersion): string =>
  `${mediaType};g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`

/** Returns `GET /api` or `GET /apis` as one document: every group, version and resource below that prefix. */
export function aggregatedDocument(
  registry: Registry,
  registered: readonly Registered[],
  prefix: 'core' | 'groups',
  version: AggregatedVersion,
): JsonObject {
  // Groups that are registered as local are included only if they are served.
  const remote = registered.filter(({ isRemote }) => isRemote)
  const groups = prefix === 'core' ? [''] : groupsOf(registry, remote)
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `apidiscovery.k8s.io/${version}`,
    metadata: {},
    items: groups.map((group) => ({
      metadata: { ...(group ? { name: group } : {}), creationTimestamp: null },
      versions: [
        ...servedVersions(registry, remote, group).map((served) => versionOf(registry, group, served)),
        ...remote.filter((each) => each.group === group).map((each) => ({ version: each.version, freshness: 'Stale' })),
      ],
    })),
  }
}

const versionOf = (registry: Registry, group: string, version: string) => ({
  version,
  resources: registry
    .kinds()
    .filter((def) => def.group === group && def.version === version)
    .map(resourceOf)
    .sort((a, b) => (a.resource < b.resource ? -1 : 1)),
  freshness: 'Current',
})

// Empty strings stand for the enclosing group and version; custom resources always name theirs.
function responseKind(def: KindDef, subresource: SubresourceName) {
  const { group, version, kind } = bodyKind(def, subresource)
  return group === def.group && version === def.version && !def.structural
    ? { group: '', version: '', kind }
    : { group, version, kind }
}

function resourceOf(def: KindDef) {
  const declared = [
    ...subresourcesOf(def).map(([subresource, { verbs }]) => ({
      subresource,
      responseKind: responseKind(def, subresource),
      verbs,
    })),
    ...connectionsOf(def).map(({ part, kind, verbs }) => ({
      subresource: part,
      responseKind: { group: '', version: '', kind },
      verbs,
    })),
  ]
  const subresources = def.structural ? declared : declared.toSorted((a, b) => (a.subresource < b.subresource ? -1 : 1))
  return {
    resource: def.plural,
    responseKind: responseKind(def, 'main'),
    scope: def.scope,
    singularResource: def.names.singular,
    verbs: verbsOf(def),
    ...(def.names.shortNames.length > 0 ? { shortNames: def.names.shortNames } : {}),
    ...(def.names.categories.length > 0 ? { categories: def.names.categories } : {}),
    ...(subresources.length > 0 ? { subresources } : {}),
  }
}

import type * as Health from './health.js'
import { type JsonObject, deepFreeze, encodeJson } from '../../base/json/json.js'
import { methodNotAllowed, notServed } from '../../base/errors/status.js'
import type { Registry } from '../../model/registry/registry.js'
import { type Answer, conditional } from './conditional.js'
import { coreVersions, groupDocument, groupList, pathList, resourceList, verbsOf } from './documents.js'
import { groupsOf } from './groups.js'
import { documentHash } from './document-hash.js'
import { nowhere } from './plain-answers.js'
import { type Registered, servedVersions } from './registered.js'
import { versionDocument } from './version.js'
import { unstoredMetadata } from '../../model/registry/root-schema.js'
import { connectionsOf } from '../../model/registry/connections.js'
import { bodyKind, subresourcesOf } from '../../model/registry/subresource-of.js'
import type { SubresourceName } from '../../model/registry/subresource-name.js'
import type { KindDef } from '../../model/registry/kind-def.js'

/** Versions of aggregated discovery. */
type AggregatedVersion = 'v2' | 'v2beta1'

/** Returns the media type of an aggregated document; clients recognise it only by this type. */
const aggregatedType = (mediaType: string, version: AggregatedVersion): string =>
  `${mediaType};g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`

/** Returns `GET /api` or `GET /apis` as one document: every group, version and resource below that prefix. */
function aggregatedDocument(
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
      metadata: { ...(group ? { name: group } : {}), ...unstoredMetadata(registry.profile.version) },
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
    .mappings()
    .filter((mapping) => mapping.group === group && mapping.version === version)
    .flatMap(({ plural }) => registry.at(group, version, plural) ?? [])
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

/** The properties of a request that the document depends on. */
type DocumentRequest = {
  readonly method: string
  readonly host: string
  readonly verbose: boolean
  readonly excluded: readonly string[]
}

/** An aggregated document and its hash. */
type Aggregated = { readonly body: JsonObject; readonly hash: string }

/** The documents that were made of what is served, valid as long as that is the same. */
type Made = {
  readonly state: object
  readonly registered: readonly Registered[]
  readonly aggregated: Map<string, Aggregated>
  readonly plain: Map<string, unknown>
}

const madeOf = new WeakMap<Registry, Made>()

/** Returns what was made of a registry since what is served has changed: each new client asks for the same. */
function madeSince(registry: Registry, registered: readonly Registered[]): Made {
  const state = registry.state()
  const before = madeOf.get(registry)
  if (before?.state === state && before.registered === registered) return before
  const made: Made = { state, registered, aggregated: new Map(), plain: new Map() }
  madeOf.set(registry, made)
  return made
}

function aggregatedOf(
  registry: Registry,
  registered: readonly Registered[],
  document: 'core' | 'groups',
  version: AggregatedVersion,
): Aggregated {
  const { aggregated } = madeSince(registry, registered)
  const key = `${document} ${version}`
  const before = aggregated.get(key)
  if (before) return before
  const body = deepFreeze(aggregatedDocument(registry, registered, document, version))
  // The hash of a list that has no type yet (apiserver: calculateETag).
  const { kind: _, apiVersion: __, ...list } = body
  const made = { body, hash: documentHash(encodeJson(list)) }
  aggregated.set(key, made)
  return made
}

/** Answers `/api` or `/apis` with an aggregated document, or with 304. */
export function answerAggregated(
  document: 'core' | 'groups',
  { version, mediaType }: { readonly version: AggregatedVersion; readonly mediaType: string },
  registry: Registry,
  registered: readonly Registered[],
  ifNoneMatch: string | null,
): Answer {
  const { body, hash } = aggregatedOf(registry, registered, document, version)
  const headers = { 'Cache-Control': 'public', Vary: 'Accept' }
  const answer: Answer = { code: 200, body, isKept: true, contentType: aggregatedType(mediaType, version), headers }
  // The tag is compared literally, without lists or `*`.
  return conditional(answer, hash, ifNoneMatch === `"${hash}"` ? ifNoneMatch : null)
}

/** Answers a discovery path. */
export function answerDiscovery(
  document: 'core' | 'groups' | 'group' | 'resources',
  group: string,
  version: string,
  registry: Registry,
  registered: readonly Registered[],
  host: string,
): Answer {
  if (document === 'core') return { code: 200, body: coreVersions(host) }
  const { plain } = madeSince(registry, registered)
  const key = `${document} ${group}/${version}`
  let body = plain.get(key)
  if (!body) plain.set(key, (body = deepFreeze(documentAbout(document, group, version, registry, registered))))
  return { code: 200, body, isKept: true }
}

function documentAbout(
  document: 'groups' | 'group' | 'resources',
  group: string,
  version: string,
  registry: Registry,
  registered: readonly Registered[],
): unknown {
  if (document === 'groups') return groupList(registry, registered)
  return document === 'group' ? groupDocument(registry, registered, group) : resourceList(registry, group, version)
}

/**
 * Answers the paths outside the API groups.
 *
 * @throws StatusError 404, 405
 */
export function answerService(
  path: string,
  request: DocumentRequest,
  registry: Registry,
  registered: readonly Registered[],
  { healthPaths, healthText }: Pick<typeof Health, 'healthPaths' | 'healthText'>,
): Answer {
  const { version } = registry.profile
  if (path === '/' || path === '/index.html')
    return { code: 200, body: pathList(registry, registered, healthPaths(version)) }
  if (isService(path, '/version', request.method)) return { code: 200, body: versionDocument(registry.profile) }
  const health = healthText(path, request, version)
  return health === undefined ? nowhere : { code: 200, body: health, headers: { 'X-Content-Type-Options': 'nosniff' } }
}

/**
 * Tells whether a path is a service of its own, with a single document.
 *
 * @throws StatusError 404 below it, 405
 */
export function isService(path: string, service: string, method: string): boolean {
  if (path !== service && !path.startsWith(`${service}/`)) return false
  if (path.length > service.length + 1) throw notServed()
  if (method !== 'GET') throw methodNotAllowed()
  return true
}

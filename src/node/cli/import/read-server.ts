import { type JsonObject, getPath, isObject } from '../../../base/json/json.js'
import { builtinKindsOf } from '../../../kinds/builtin.js'
import { kubernetesProfileOf } from '../../../model/registry/profile.js'
import { defaultRelease } from '../../../model/registry/releases.js'
import type { Found, ObjectFile, OpenApiFile } from './found.js'
import { maskSecret } from '../../../kinds/core/secret/mask.js'
import { type Bounds, mapInTurn } from './bounds.js'
import { createLister } from './objects.js'
import type { Remote } from './remote.js'
import { type GroupVersion, type RemoteResource, groupVersionOf, readGroupVersions } from './resources.js'
import { nearest } from '../../../base/text/nearest.js'
import { ImportError } from './import-error.js'

/**
 * Finds the resources that words name as in kubectl (`pods`, `po`, `Pod`, `deployments.apps`, `deployments.v1.apps`, or
 * a category such as `all`), each in one version: one that is built in here, else the one that the server prefers.
 *
 * @throws ImportError for a word that names none, and for a kind that cannot be listed
 */
function chooseKinds(
  words: readonly string[],
  resources: readonly RemoteResource[],
  isOwn: (resource: RemoteResource) => boolean,
): readonly RemoteResource[] {
  const chosen = new Map<string, RemoteResource>()
  for (const word of words)
    for (const resource of named(word, resources)) {
      const key = `${resource.plural}.${resource.group}`
      const versions = resources.filter(({ group, plural }) => `${plural}.${group}` === key)
      if (!chosen.has(key)) chosen.set(key, isExact(word, resource) ? resource : (versions.find(isOwn) ?? resource))
    }
  return [...chosen.values()]
}

function named(word: string, resources: readonly RemoteResource[]): readonly RemoteResource[] {
  const wanted = word.toLowerCase()
  const members = resources.filter(({ categories, listed }) => listed && categories.includes(wanted))
  const found = resources.filter((resource) => namesOf(resource).includes(wanted))
  const best = found.find(({ listed }) => listed)
  if (best) return [best]
  if (members.length > 0) return members
  const [unlisted] = found
  if (unlisted)
    throw new ImportError(`${unlisted.kind} of ${groupVersionOf(unlisted)} cannot be listed: nothing of it is stored.`)
  const near = nearest(
    wanted,
    resources.flatMap(({ plural, kind }) => [plural, kind]),
  )
  throw new ImportError(
    `The server has no kind "${word}".${near ? ` Did you mean ${near}?` : ' See kubectl api-resources.'}`,
  )
}

const namesOf = ({ plural, kind, names, group, version }: RemoteResource): readonly string[] => [
  plural,
  kind.toLowerCase(),
  ...names,
  `${plural}.${group}`,
  `${plural}.${version}.${group}`,
]

const isExact = (word: string, { plural, version, group }: RemoteResource) =>
  word.toLowerCase() === `${plural}.${version}.${group}`

/** An annotation that repeats the whole definition. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'

/** Removes what the server adds from a CustomResourceDefinition. */
function plainDefinition({ apiVersion, kind, metadata, spec }: JsonObject): JsonObject {
  const { name, labels, annotations } = isObject(metadata) ? metadata : {}
  const kept = Object.entries({ labels, annotations: withoutLastApplied(annotations) }).filter(
    ([, value]) => !isEmpty(value),
  )
  return { apiVersion, kind, metadata: { name, ...Object.fromEntries(kept) }, spec }
}

/** Returns the group versions that a definition serves. */
function servedBy({ spec }: JsonObject): readonly string[] {
  if (!isObject(spec)) return []
  const { group, versions } = spec
  return (Array.isArray(versions) ? versions.filter(isObject) : [])
    .filter(({ served }) => served === true)
    .map(({ name }) => `${String(group)}/${String(name)}`)
}

function withoutLastApplied(annotations: unknown): unknown {
  if (!isObject(annotations)) return annotations
  const { [LAST_APPLIED]: _, ...rest } = annotations
  return rest
}

const isEmpty = (value: unknown) => value === undefined || (isObject(value) && Object.keys(value).length === 0)

/**
 * Removes owner references to objects that were not imported: the garbage collector would consider these owners
 * deleted, and delete their dependents.
 */
function withoutStrangers(objects: readonly JsonObject[], known: ReadonlySet<unknown>): readonly JsonObject[] {
  return objects.map((object) => {
    const { metadata } = object
    const owners = isObject(metadata) ? metadata['ownerReferences'] : undefined
    if (!isObject(metadata) || !Array.isArray(owners)) return object
    const left = owners.filter((owner) => known.has(getPath(owner, ['uid'])))
    if (left.length === owners.length) return object
    const { ownerReferences: _, ...rest } = metadata
    return { ...object, metadata: left.length === 0 ? rest : { ...rest, ownerReferences: left } }
  })
}

/** Returns the UID of an object. */
const uidOf = (object: JsonObject): unknown => getPath(object, ['metadata', 'uid'])

/** What to read from a server. */
type Wanted = {
  readonly objects: readonly string[]
  readonly namespaces: readonly string[]
  readonly showSecrets: boolean
}

/**
 * Reads the CustomResourceDefinitions of a server, the OpenAPI documents of kinds that are neither defined by these nor
 * built in, and the requested objects.
 *
 * @throws ImportError
 */
export async function readServer(
  remote: Remote,
  bounds: Bounds,
  wanted: Wanted,
  note: (line: string) => void,
): Promise<Found> {
  const list = createLister(remote, bounds)
  const groups = await readGroupVersions(remote, bounds.versions, note)
  const resources = groups.flatMap((each) => each.resources)
  const isBuiltIn = builtInHere()
  const kinds = chooseKinds(wanted.objects, resources, isBuiltIn)
  const defining = resources.find(({ plural, group }) => `${plural}.${group}` === DEFINITIONS)
  const definitions = defining ? (await list(defining, [])).map(plainDefinition) : []
  const defined = new Set(definitions.flatMap(servedBy))
  const others = groups.filter(
    (each) =>
      !defined.has(groupVersionOf(each)) && each.resources.some((resource) => resource.listed && !isBuiltIn(resource)),
  )
  const openapi = others.length > 0 ? await readDocuments(remote, others, note) : []
  const objects = []
  for (const kind of kinds)
    if (`${kind.plural}.${kind.group}` !== DEFINITIONS)
      objects.push({ kind, found: await list(kind, wanted.namespaces) })
  const known = new Set(objects.flatMap(({ found }) => found.map(uidOf)))
  return {
    definitions,
    openapi,
    objects: objects.map(({ kind, found }) => fileOf(kind, found, known, wanted.showSecrets)),
  }
}

const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io'

/** Returns which resources are built into the clusters that will read the files, as far as no version is named. */
function builtInHere(): (resource: RemoteResource) => boolean {
  const profile = kubernetesProfileOf(defaultRelease())
  const pathOf = ({ group, version, plural }: Pick<RemoteResource, 'group' | 'version' | 'plural'>) =>
    `${group}/${version}/${plural}`
  const paths = new Set(builtinKindsOf(profile).map((kind) => pathOf(kind.mapping(profile))))
  return (resource) => paths.has(pathOf(resource))
}

async function readDocuments(
  remote: Remote,
  groups: readonly GroupVersion[],
  note: (line: string) => void,
): Promise<readonly OpenApiFile[]> {
  const { paths } = await remote.read('/openapi/v3', 'list its OpenAPI documents')
  const found = await mapInTurn(groups, async (group): Promise<OpenApiFile | undefined> => {
    const groupVersion = groupVersionOf(group)
    const path = urlOf(paths, `${group.group === '' ? 'api' : 'apis'}/${groupVersion}`)
    const reply = path === undefined ? undefined : await remote.get(path)
    if (reply?.status === 200 && reply.value) return { groupVersion, document: reply.text, resources: group.document }
    note(`${groupVersion} is left out: the server has no OpenAPI document of it${reply ? ` (${reply.status})` : ''}`)
    return undefined
  })
  return found.filter((each) => each !== undefined)
}

function urlOf(paths: unknown, name: string): string | undefined {
  // The form of the OpenAPI index.
  const url = (paths as { readonly [path: string]: JsonObject | undefined } | undefined)?.[name]?.['serverRelativeURL']
  return typeof url === 'string' && url.startsWith('/') ? url : undefined
}

function fileOf(
  { group, plural, kind }: RemoteResource,
  found: readonly JsonObject[],
  known: ReadonlySet<unknown>,
  showSecrets: boolean,
): ObjectFile {
  const owned = withoutStrangers(found, known)
  const masks = kind === 'Secret' && group === '' && !showSecrets
  return {
    name: group === '' ? plural : `${plural}.${group}`,
    objects: masks ? owned.map(maskSecret) : owned,
    comments: [
      ...(masks
        ? ['The values of Secrets are masked: keys stay, and "masked" is each value. --show-secrets writes them.']
        : []),
      ...(owned.some((object, i) => object !== found[i])
        ? ['References to owners that were not imported are left out.']
        : []),
    ],
  }
}

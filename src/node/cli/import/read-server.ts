import { type JsonObject, getPath, isObject } from '../../../base/json/json.js'
import { builtinKindsOf } from '../../../kinds/builtin.js'
import { kubernetesProfileOf } from '../../../model/registry/profile.js'
import { defaultRelease } from '../../../model/registry/releases.js'
import type { Found, ObjectFile, OpenApiFile } from './found.js'
import { maskSecret } from '../../../kinds/core/secret/mask.js'
import { type Bounds, mapInTurn } from './bounds.js'
import { type Remote, ASK_AS, LESS, ImportError } from './remote.js'
import { nearest } from '../../../base/text/nearest.js'
import { append } from '../../../base/lists/lists.js'
import { dns1123Label, dns1123Subdomain } from '../../../base/rules/names.js'
import { objectsIn, textsIn } from '../../../model/registry/openapi/discovery-document.js'

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

const PAGE = 500

/** Lists the objects of a resource, in all or some namespaces. @throws ImportError */
type Lister = (resource: RemoteResource, namespaces: readonly string[]) => Promise<readonly JsonObject[]>

/** Creates the function that lists the objects of resources page by page, within the bounds of an import. */
export function createLister(remote: Remote, bounds: Bounds): Lister {
  let left = bounds.objects
  const count = (more: number) => {
    left -= more
    if (left < 0)
      throw new ImportError(`${remote.base} has more than ${bounds.objects} objects of these kinds. ${LESS}.`)
  }
  return async (resource, namespaces) => {
    const inside = resource.namespaced && namespaces.length > 0 ? namespaces : [undefined]
    const found: JsonObject[] = []
    for (const namespace of inside)
      append(found, await readAll({ remote, resource, namespace, pages: bounds.pages, count }))
    return found
  }
}

type Listing = {
  readonly remote: Remote
  readonly resource: RemoteResource
  readonly namespace: string | undefined
  readonly pages: number
  /** Counts objects of all listings. @throws ImportError for too many */
  readonly count: (more: number) => void
}

async function readAll(listing: Listing): Promise<readonly JsonObject[]> {
  const { remote, resource, namespace, pages, count } = listing
  const path = pathOf(resource, namespace)
  const asked = new Set<string>()
  let found: JsonObject[] = []
  let isWhole = false
  for (let next: string | undefined = `?limit=${PAGE}`; next !== undefined;) {
    const { status, value: list } = await remote.get(path + next)
    // The continue token has expired, so everything is listed at once, which no reply can ask for a second time.
    if (status === 410 && !isWhole && next !== '') {
      found = []
      next = ''
      isWhole = true
      asked.clear()
      continue
    }
    if (status !== 200 || !list) throw new ImportError(refusal(listing, status, list))
    const items = objectsIn(list['items'])
    count(items.length)
    for (const item of items) found.push({ ...item, apiVersion: groupVersionOf(resource), kind: resource.kind })
    next = nextPage(list)
    if (next === undefined) break
    if (asked.has(next) || asked.size >= pages) throw new ImportError(endless(listing, asked.has(next)))
    asked.add(next)
  }
  return found
}

const pathOf = (resource: RemoteResource, namespace: string | undefined): string =>
  `/${resource.group === '' ? 'api' : 'apis'}/${groupVersionOf(resource)}/${
    namespace === undefined ? '' : `namespaces/${encodeURIComponent(namespace)}/`
  }${resource.plural}`

function nextPage({ metadata }: JsonObject): string | undefined {
  const rest = (metadata as JsonObject | undefined)?.['continue'] // a list has metadata; without it nothing is read
  return typeof rest === 'string' && rest !== '' ? `?limit=${PAGE}&continue=${encodeURIComponent(rest)}` : undefined
}

function endless({ remote, resource, namespace, pages }: Listing, isSame: boolean): string {
  const why = isSame ? 'continues at the same place again and again' : `has more than ${pages} pages`
  return `The list of ${wordOf(resource, namespace)} of ${remote.base} ${why}; is it a Kubernetes API?`
}

function refusal({ remote, resource, namespace }: Listing, status: number, reply: JsonObject | undefined): string {
  const what = `list ${wordOf(resource, namespace)}`
  const said = typeof reply?.['message'] === 'string' ? `: ${reply['message']}` : ''
  if (status === 200) return `${remote.base} answers no JSON where it is asked to ${what}`
  if (status !== 403) return `${remote.base} answers ${status} where it is asked to ${what}${said}`
  const narrower =
    resource.namespaced && namespace === undefined ? ', or ask for some namespaces: --namespace NAME…' : ''
  return `${remote.base} does not let you ${what} (403)${said}. ${ASK_AS}${narrower}.`
}

const wordOf = ({ group, plural }: RemoteResource, namespace: string | undefined): string =>
  `${plural}${group === '' ? '' : `.${group}`}${namespace === undefined ? '' : ` in namespace ${namespace}`}`

/** A resource that a server serves in one version. */
type RemoteResource = {
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly kind: string
  readonly namespaced: boolean
  readonly listed: boolean
  /** Other names: the singular, and short names. */
  readonly names: readonly string[]
  readonly categories: readonly string[]
}

type Named = { readonly group: string; readonly version: string }

/** The resources of a group version, and the document that lists them (an APIResourceList, as text). */
type GroupVersion = Named & {
  readonly resources: readonly RemoteResource[]
  readonly document: string
}

/** Formats a group version: `batch/v1`, or `v1` for the core group. */
const groupVersionOf = ({ group, version }: Named): string => (group === '' ? version : `${group}/${version}`)

/**
 * Reads all group versions of a server in its order: the core group first, and each group's preferred version first.
 *
 * @param most the number of group versions that are read
 * @param note called for a group version that is left out: its name is none that a server can have, or it does not
 * respond, such as one of an extension API server that is down
 * @throws ImportError if the server does not list its groups, or lists too many
 */
async function readGroupVersions(
  remote: Remote,
  most: number,
  note: (line: string) => void,
): Promise<readonly GroupVersion[]> {
  const core = await remote.read('/api', 'list its versions')
  const { groups } = await remote.read('/apis', 'list its groups')
  const named = [
    ...textsIn(core['versions']).map((version) => ({ group: '', version })),
    ...objectsIn(groups).flatMap(versionsOf),
  ]
  const known = [...new Map(named.map((each) => [groupVersionOf(each), each])).values()]
  if (known.length > most)
    throw new ImportError(`${remote.base} lists ${known.length} versions of groups; at most ${most} are imported.`)
  const valid = known.filter((each) => {
    if (isName(each)) return true
    note(`${groupVersionOf(each)} is left out: no group and version can have that name`)
    return false
  })
  const found = await mapInTurn(valid, (each) => readGroupVersion(remote, each, note))
  return found.filter((each) => each !== undefined)
}

/** Tells whether a group and version have names that a server can give, which are safe in paths and as file names. */
const isName = ({ group, version }: Named): boolean =>
  dns1123Label(version).length === 0 && (group === '' || dns1123Subdomain(group).length === 0)

function versionsOf({ name, versions, preferredVersion }: JsonObject): readonly Named[] {
  const best = isObject(preferredVersion) ? preferredVersion['version'] : undefined
  const all = objectsIn(versions).flatMap(({ version }) => (typeof version === 'string' ? [version] : []))
  return typeof name === 'string'
    ? all.sort((a, b) => Number(b === best) - Number(a === best)).map((version) => ({ group: name, version }))
    : []
}

async function readGroupVersion(
  remote: Remote,
  { group, version }: Named,
  note: (line: string) => void,
): Promise<GroupVersion | undefined> {
  const reply = await remote.get(group === '' ? `/api/${version}` : `/apis/${group}/${version}`)
  const { status, text, value: document } = reply
  if (status !== 200 || !document) {
    note(`${groupVersionOf({ group, version })} does not answer (${status}), and is left out`)
    return undefined
  }
  const resources = objectsIn(document['resources']).flatMap((each) => resourceOf(each, group, version))
  return { group, version, resources, document: text }
}

function resourceOf(written: JsonObject, group: string, version: string): readonly RemoteResource[] {
  const { name, kind, singularName, namespaced, verbs, shortNames, categories } = written
  if (typeof name !== 'string' || typeof kind !== 'string' || dns1123Label(name).length > 0) return []
  return [
    {
      group,
      version,
      plural: name,
      kind,
      namespaced: namespaced === true,
      listed: textsIn(verbs).includes('list'),
      names: [...textsIn([singularName]).filter(Boolean), ...textsIn(shortNames)],
      categories: textsIn(categories),
    },
  ]
}

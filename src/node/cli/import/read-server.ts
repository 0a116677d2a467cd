import type { JsonObject } from '../../../base/json/json.js'
import { builtinKinds } from '../../../kinds/builtin.js'
import { kubernetesProfile } from '../../../model/registry/profile.js'
import { chooseKinds } from './choose-kinds.js'
import { plainDefinition, servedBy } from './definitions.js'
import type { Found, ObjectFile, OpenApiFile } from './found.js'
import { maskSecret } from '../../../kinds/core/secret/mask.js'
import { type Bounds, mapInTurn } from './bounds.js'
import { createLister } from './objects.js'
import type { Remote } from './remote.js'
import { type GroupVersion, type RemoteResource, groupVersionOf, readGroupVersions } from './resources.js'
import { uidOf, withoutStrangers } from './without-strangers.js'

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

const builtIn = new Set(
  builtinKinds.map((kind) => {
    const { group, version, plural } = kind.mapping(kubernetesProfile)
    return `${group}/${version}/${plural}`
  }),
)

const isBuiltIn = ({ group, version, plural }: RemoteResource) => builtIn.has(`${group}/${version}/${plural}`)

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

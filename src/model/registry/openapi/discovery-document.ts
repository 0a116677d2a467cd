import { isObject, type JsonObject } from '../../../base/json/json.js'
import { type Path, type Problem, type Shape, must, text } from '../../../base/check/shape.js'
import { listOf } from '../../../base/check/shapes.js'
import { type Verb, fullVerbs } from '../verb.js'

/** What discovery knows of a resource and the OpenAPI document does not. */
type Discovered = {
  readonly singular?: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  /** Empty if discovery does not list them; the paths of the OpenAPI document then decide. */
  readonly verbs: readonly Verb[]
}

/** Discovered resources by `group/version/plural`. */
export type DiscoveredResources = ReadonlyMap<string, Discovered>

/** The kinds of discovery documents, and how to save one. */
const SAVED: { readonly [kind: string]: string } = {
  APIResourceList: 'kubectl get --raw /apis/batch/v1',
  APIGroupDiscoveryList:
    "curl --header 'Accept: application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' of /apis, as kubectl proxy serves it",
}

/** Tells whether a value is a discovery document: aggregated, or of one group version. */
export const isDiscoveryDocument = (value: unknown): value is JsonObject =>
  isObject(value) && typeof value['kind'] === 'string' && Object.hasOwn(SAVED, value['kind'])

/** Returns the problems of a discovery document. */
export const discoveryProblems = (document: JsonObject): readonly Problem[] =>
  (isAggregated(document) ? aggregated : ofGroupVersion).check(document, [])

/** Returns how to obtain a document of this kind. */
export const discoveryRemedy = ({ kind }: JsonObject): string => `save one of a server: ${SAVED[String(kind)] ?? ''}`

/** Returns the resources in documents without problems. */
export const discoveredOf = (documents: readonly JsonObject[]): DiscoveredResources =>
  new Map(documents.flatMap((document) => (isAggregated(document) ? ofGroups(document) : ofResources(document))))

const isAggregated = ({ kind }: JsonObject) => kind === 'APIGroupDiscoveryList'

/** A shape for maps that checks these members, some of which are required; other members are accepted. */
const having = (shapes: { readonly [member: string]: Shape }, ...required: readonly string[]): Shape => ({
  check(value: unknown, path: Path) {
    if (!isObject(value)) return must(path, 'a map', value)
    return Object.entries(shapes).flatMap(([name, { check }]) =>
      value[name] !== undefined
        ? check(value[name], [...path, name])
        : required.includes(name)
          ? [{ path: [...path, name], text: 'is missing' }]
          : [],
    )
  },
  schema: { type: 'object' },
})

const words = listOf(text)
const names = { shortNames: words, categories: words, verbs: words }
const ofGroupVersion = having(
  { groupVersion: text, resources: listOf(having({ name: text, singularName: text, ...names }, 'name')) },
  'groupVersion',
  'resources',
)
const resource = having({ resource: text, singularResource: text, ...names }, 'resource')
const version = having({ version: text, resources: listOf(resource) }, 'version')
const group = having({ metadata: having({ name: text }), versions: listOf(version) }, 'versions')
const aggregated = having({ items: listOf(group) }, 'items')

const ofResources = ({ groupVersion, resources }: JsonObject): readonly (readonly [string, Discovered])[] => {
  // A groupVersion of the core group is just a version.
  const written = String(groupVersion)
  const prefix = written.includes('/') ? written : `/${written}`
  return objectsIn(resources).map((each) => [
    `${prefix}/${String(each['name'])}`,
    discovered(each, each['singularName']),
  ])
}

const ofGroups = ({ items }: JsonObject): readonly (readonly [string, Discovered])[] =>
  objectsIn(items).flatMap(({ metadata, versions }) => {
    const name = isObject(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : ''
    return objectsIn(versions).flatMap((each) =>
      objectsIn(each['resources']).map(
        (written) =>
          [
            `${name}/${String(each['version'])}/${String(written['resource'])}`,
            discovered(written, written['singularResource']),
          ] as const,
      ),
    )
  })

function discovered({ shortNames, categories, verbs }: JsonObject, singular: unknown): Discovered {
  const told = textsIn(verbs)
  return {
    ...(typeof singular === 'string' && singular !== '' ? { singular } : {}),
    shortNames: textsIn(shortNames),
    categories: textsIn(categories),
    verbs: fullVerbs.filter((verb) => told.includes(verb)),
  }
}

/** Returns the objects in a value that may be a list of such. */
export const objectsIn = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** Returns the texts in a value that may be a list of such. */
export const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

import { getPath, isObject, type JsonObject } from '../../../base/json/json.js'
import { type Verb, fullVerbs } from '../verb.js'

/** A kind as found in the paths of a document. */
export type Resource = {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly plural: string
  readonly scope: 'Cluster' | 'Namespaced'
  readonly verbs: readonly Verb[]
  /** The verbs of each subresource. */
  readonly subresources: { readonly status?: readonly Verb[]; readonly scale?: readonly Verb[] }
}

const PATH =
  /^\/(?:api|apis\/([^/]+))\/([^/]+)\/(namespaces\/\{namespace\}\/)?([^/{]+)(\/\{name\}(?:\/(status|scale))?)?$/
const ITEM_METHODS: { readonly [method: string]: Verb } = {
  get: 'get',
  put: 'update',
  patch: 'patch',
  delete: 'delete',
}
const COLLECTION_METHODS: { readonly [method: string]: Verb } = {
  get: 'list',
  post: 'create',
  delete: 'deletecollection',
}

/** Returns the kinds in a document's paths, in the order of the document. */
export function resourcesOf(paths: JsonObject): readonly Resource[] {
  const found = new Map<
    string,
    { resource: Resource; verbs: Set<Verb>; subresources: { status?: readonly Verb[]; scale?: readonly Verb[] } }
  >()
  for (const [path, operations] of Object.entries(paths)) {
    // A namespaced path takes precedence over one that looks like a subresource of a namespace.
    const [, group = '', version = '', inNamespace, plural = '', item, subresource] = PATH.exec(path) ?? []
    if (plural === '' || plural === 'watch' || !isObject(operations)) continue
    const key = `${group}/${version}/${plural}`
    const kind = kindOf(operations)
    if (!found.has(key))
      found.set(key, {
        resource: { group, version, kind: '', plural, scope: 'Cluster', verbs: [], subresources: {} },
        verbs: new Set(),
        subresources: {},
      })
    const entry = found.get(key)!
    if (subresource === 'status' || subresource === 'scale') {
      entry.subresources[subresource] = verbsOf(operations, ITEM_METHODS)
      continue
    }
    if (inNamespace) entry.resource = { ...entry.resource, scope: 'Namespaced' }
    if (kind && (item || !entry.resource.kind)) entry.resource = { ...entry.resource, kind }
    for (const verb of verbsOf(operations, item ? ITEM_METHODS : COLLECTION_METHODS)) entry.verbs.add(verb)
    if (!item && watches(operations)) entry.verbs.add('watch')
  }
  return [...found.values()]
    .filter(({ resource, verbs }) => resource.kind !== '' && verbs.size > 0)
    .map(({ resource, verbs, subresources }) => ({
      ...resource,
      verbs: fullVerbs.filter((verb) => verbs.has(verb)),
      subresources,
    }))
}

const verbsOf = (operations: JsonObject, methods: { readonly [method: string]: Verb }): readonly Verb[] =>
  Object.keys(operations)
    .flatMap((method) => (Object.hasOwn(methods, method) ? [methods[method]!] : []))
    .sort()

function kindOf(operations: JsonObject): string | undefined {
  for (const method of ['post', 'get', 'put', 'patch', 'delete']) {
    const kind = getPath(operations, [method, 'x-kubernetes-group-version-kind', 'kind'])
    if (typeof kind === 'string') return kind
  }
  return undefined
}

/** Tells whether a list can be watched, which its `watch` parameter shows. */
function watches(operations: JsonObject): boolean {
  const lists = [getPath(operations, ['parameters']), getPath(operations, ['get', 'parameters'])]
  return lists.flat().some((parameter) => isObject(parameter) && parameter['name'] === 'watch')
}

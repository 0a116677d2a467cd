import { methodNotAllowed, notServed } from '../../base/errors/status.js'
import { byteText, charBytes, decodeUtf8 } from '../../base/bytes/utf8.js'
import { type ConnectPart, type SubresourceName, isSubresourceName } from '../../model/registry/subresource-name.js'
import { isStored } from '../../model/registry/subresource-of.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { Verb } from '../../model/registry/verb.js'
import type { Registry } from '../../model/registry/registry.js'
import type { RequestVerb } from '../../model/call/call.js'
import { routeCustom } from '../../kinds/apiextensions/custom-route.js'
import type { Routed } from '../../model/call/routed.js'
import { CONNECT_METHODS, type Connected, hasConnection } from '../../model/registry/connections.js'

/**
 * Routes a method and a path. Depends on nothing but the registry.
 *
 * @throws StatusError 404 for a missing resource of a served group, 405 for a method that the path does not support
 */
export function route(method: string, path: string, watching: boolean, registry: Registry): Routed {
  const plain = unescaped(path)
  if (plain === undefined) return { type: 'malformed' }
  const [, root, ...parts] = plain.split('/')
  while (parts.at(-1) === '') parts.pop()
  if ((root === 'api' || root === 'apis') && isBeginning(root === 'api' ? parts.slice(1) : parts.slice(2)))
    return { type: 'beginning' }
  if (root === 'api') return routeGroup(method, '', parts, watching, registry)
  if (root !== 'apis') return { type: 'service', path: plain }
  const [group, ...rest] = parts
  if (group === undefined) return discovery(method, 'groups', '', '')
  if (!registry.versions(group)) return { type: 'nowhere' }
  return routeGroup(method, group, rest, watching, registry)
}

/** A `%` that begins no escape. */
const BROKEN_ESCAPE = /%(?![\da-f]{2})/i

/**
 * Undoes the escapes of a path, as the real server does before it splits it: `%2F` separates segments too, while `.`
 * and `..` are names like others. Undefined for a broken escape.
 */
export function unescaped(path: string): string | undefined {
  if (!path.includes('%')) return path
  if (BROKEN_ESCAPE.test(path)) return undefined
  const bytes = byteText(path).replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return decodeUtf8(charBytes(bytes))
}

// What RequestInfoFactory cannot make sense of.
const isBeginning = ([part, ...more]: readonly string[]): boolean =>
  (part === 'watch' || part === 'proxy') && more.length === 0

function discovery(
  method: string,
  document: 'core' | 'groups' | 'group' | 'resources',
  group: string,
  version: string,
): Routed {
  // The aggregator answers for groups, whatever the method.
  if (method !== 'GET' && document !== 'groups' && document !== 'group') throw methodNotAllowed()
  return { type: 'discovery', document, group, version }
}

function routeGroup(
  method: string,
  group: string,
  [version, ...parts]: readonly string[],
  watching: boolean,
  registry: Registry,
): Routed {
  if (version === undefined) return discovery(method, group ? 'group' : 'core', group, '')
  const custom = group !== '' && registry.isCustom(group)
  if (!registry.versions(group)?.includes(version)) {
    if (custom) return { type: 'nowhere' }
    throw notServed()
  }
  if (parts.length === 0) return discovery(method, 'resources', group, version)
  if (custom) return routeCustom(method, group, version, parts, watching, registry)
  const connect = group === '' ? routeConnect(method, parts) : undefined
  if (connect) return connect
  const legacyWatch = parts[0] === 'watch' && parts.length > 1
  const info = locate(everywhere(method, legacyWatch ? parts.slice(1) : parts), (plural) =>
    registry.at(group, version, plural),
  )
  if (!info) throw notServed()
  const verb = legacyWatch ? (method === 'GET' ? 'watch' : undefined) : verbOf(method, info, watching)
  if (!verb) throw methodNotAllowed()
  return {
    type: 'resource',
    target: { verb, def: info.def, namespace: info.namespace, name: info.name, subresource: info.subresource },
    legacyWatch,
  }
}

type RequestInfo = {
  readonly def: KindDef
  readonly namespace: string
  readonly name: string
  readonly subresource: SubresourceName
  /** A namespaced kind, across all namespaces. */ readonly across: boolean
}

/** A list in the namespace with an empty name is a list across all namespaces. */
const everywhere = (method: string, parts: readonly string[]) =>
  method === 'GET' && parts.length === 3 && parts[0] === 'namespaces' && parts[1] === '' ? parts.slice(2) : parts

function locate(parts: readonly string[], at: (plural: string) => KindDef | undefined): RequestInfo | undefined {
  if (parts.some((part) => part === '')) return undefined
  // `namespaces/NS/PLURAL…` is a namespaced kind, unless the third part is a subresource of Namespace itself.
  if (parts[0] === 'namespaces' && parts.length > 2 && !subresourceNamed(at('namespaces'), parts[2] ?? '')) {
    const [, namespace = '', plural = '', name = '', subresource] = parts
    const def = at(plural)
    return def?.scope === 'Namespaced' && parts.length <= 5
      ? requestInfo(def, namespace, name, subresource, false)
      : undefined
  }
  const [plural = '', name = '', subresource] = parts
  const def = at(plural)
  if (!def || parts.length > 3) return undefined
  if (def.scope === 'Cluster') return requestInfo(def, '', name, subresource, false)
  // Only what can be listed has a path across all namespaces.
  return name === '' && def.subresources.main?.verbs.includes('list')
    ? requestInfo(def, '', '', undefined, true)
    : undefined
}

const subresourceNamed = (def: KindDef | undefined, name: string): SubresourceName | undefined =>
  isSubresourceName(name) && def?.subresources[name] ? name : undefined

function requestInfo(
  def: KindDef,
  namespace: string,
  name: string,
  subresource: string | undefined,
  across: boolean,
): RequestInfo | undefined {
  if (name !== '' && !isStored(def)) return undefined // reviews have no names
  if (subresource === undefined) return { def, namespace, name, subresource: 'main', across }
  const known = subresourceNamed(def, subresource)
  return known && { def, namespace, name, subresource: known, across }
}

const ITEM_VERBS: { readonly [method: string]: Verb } = { GET: 'get', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }
const COLLECTION_VERBS: { readonly [method: string]: Verb } = {
  GET: 'list',
  POST: 'create',
  DELETE: 'deletecollection',
}

function verbOf(
  method: string,
  { def, name, subresource, across }: RequestInfo,
  watching: boolean,
): RequestVerb | undefined {
  if (across && method !== 'GET') return undefined
  const verb =
    name === '' ? COLLECTION_VERBS[method] : subresource !== 'main' && method === 'POST' ? 'create' : ITEM_VERBS[method]
  if (verb === 'list' && watching) return 'watch'
  return verb && def.subresources[subresource]?.verbs.includes(verb) ? verb : undefined
}

const isPart = (part: string | undefined): part is ConnectPart =>
  part !== undefined && Object.hasOwn(CONNECT_METHODS, part)

/**
 * Routes a path to what connects to a pod, a Service or a node; `parts` follow the version. Returns undefined for the
 * path of an object.
 *
 * @throws StatusError 405 for an unsupported method
 */
function routeConnect(method: string, parts: readonly string[]): Routed | undefined {
  const isNamespaced = parts[0] === 'namespaces'
  const [resource, name, part, ...rest] = isNamespaced ? parts.slice(2) : parts
  const namespace = isNamespaced ? parts[1] : ''
  if (namespace === undefined || !name || !isPart(part)) return undefined
  if (rest.length > 0 && part !== 'proxy') return undefined
  if (!hasPart(resource, part, isNamespaced)) return undefined
  if (!CONNECT_METHODS[part].includes(method)) throw methodNotAllowed()
  return { type: 'connect', resource, namespace, name, part }
}

function hasPart(resource: string | undefined, part: ConnectPart, isNamespaced: boolean): resource is Connected {
  return hasConnection(resource, part) && isNamespaced === (resource !== 'nodes')
}

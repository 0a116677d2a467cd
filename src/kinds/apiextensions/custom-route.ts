import { type StatusError, badRequest, notFound, verbNotSupported } from '../../base/errors/status.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { SubresourceName } from '../../model/registry/subresource-name.js'
import { subresourceOf } from '../../model/registry/subresource-of.js'
import type { Registry } from '../../model/registry/registry.js'
import type { RequestVerb } from '../../model/call/call.js'
import type { Routed } from '../../model/call/routed.js'

const VERBS: { readonly [method: string]: RequestVerb } = {
  GET: 'get',
  HEAD: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}
const OF_COLLECTIONS: { readonly [verb: string]: RequestVerb } = { get: 'list', delete: 'deletecollection' }
const NOWHERE: Routed = { type: 'nowhere' }
const refused = (def: KindDef, error: StatusError): Routed => ({ type: 'refused', def, error })

/**
 * Resolves a path below a group version of custom resources. A single handler serves them all, with its own errors
 * (apiextensions: crdHandler): 404 for an unknown subresource, 405 for an unsupported verb, 400 without a name.
 */
export function routeCustom(
  method: string,
  group: string,
  version: string,
  parts: readonly string[],
  watching: boolean,
  registry: Registry,
): Routed {
  const legacyWatch = parts[0] === 'watch' && parts.length > 1
  const steps = legacyWatch ? parts.slice(1) : parts
  const inNamespace = steps[0] === 'namespaces' && steps.length > 2
  const namespace = inNamespace ? steps[1]! : ''
  // Segments after a subresource are ignored.
  const [plural = '', name = '', subresource = 'main'] = inNamespace ? steps.slice(2) : steps
  const def = registry.at(group, version, plural)
  if (!def) return NOWHERE
  const plain = VERBS[method]
  const ofCollection = plain && OF_COLLECTIONS[plain]
  const found = legacyWatch ? 'watch' : name === '' && ofCollection ? ofCollection : plain
  const verb = found === 'list' && watching ? 'watch' : found
  const across = verb === 'list' || verb === 'watch'
  if (def.scope === 'Cluster' ? namespace !== '' : namespace === '' && !across) return NOWHERE
  if (!Object.hasOwn(def.subresources, subresource)) return refused(def, notFound(def.resourceSubject, name))
  const own = subresource as SubresourceName // checked above
  const { verbs } = subresourceOf(def, own)
  if (!verb || !verbs.includes(verb)) return refused(def, verbNotSupported(def.resourceSubject, verb ?? ''))
  if (name === '' && (verb === 'update' || verb === 'patch')) return refused(def, badRequest('name must be provided'))
  return {
    type: 'resource',
    target: { verb, def, namespace, name: verb === 'create' ? '' : name, subresource: own },
    legacyWatch,
  }
}

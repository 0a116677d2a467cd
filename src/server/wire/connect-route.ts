import type { Routed } from '../../model/call/routed.js'
import type { ConnectPart } from '../../model/registry/subresource-name.js'
import { CONNECT_METHODS, type Connected, hasConnection } from '../../model/registry/connections.js'
import { methodNotAllowed } from '../../base/errors/status.js'

const isPart = (part: string | undefined): part is ConnectPart =>
  part !== undefined && Object.hasOwn(CONNECT_METHODS, part)

/**
 * Routes a path to what connects to a pod, a Service or a node; `parts` follow the version. Returns undefined for the
 * path of an object.
 *
 * @throws StatusError 405 for an unsupported method
 */
export function routeConnect(method: string, parts: readonly string[]): Routed | undefined {
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

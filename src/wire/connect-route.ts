import type { Routed } from '../api/routed.js'
import type { ConnectPart } from '../registry/subresource-name.js'
import { methodNotAllowed } from '../base/status.js'

const STREAMED = ['GET', 'POST']
const METHODS: { readonly [part in ConnectPart]: readonly string[] } = {
  log: ['GET'],
  exec: STREAMED,
  attach: STREAMED,
  portforward: STREAMED,
  proxy: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
}

const isPart = (part: string | undefined): part is ConnectPart => part !== undefined && Object.hasOwn(METHODS, part)

/**
 * What of a pod or a Service a path addresses, which is in `parts` after its version; undefined for what is an object's.
 *
 * @throws StatusError 405 for a method it does not take
 */
export function routeConnect(method: string, parts: readonly string[]): Routed | undefined {
  const [root, namespace, resource, name, part, ...rest] = parts
  if (root !== 'namespaces' || !namespace || !name || !isPart(part)) return undefined
  if (resource !== 'pods' && !(resource === 'services' && part === 'proxy')) return undefined
  if (rest.length > 0 && part !== 'proxy') return undefined
  if (!METHODS[part].includes(method)) throw methodNotAllowed()
  return { type: 'connect', resource, namespace, name, part }
}

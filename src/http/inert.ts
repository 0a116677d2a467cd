import { later } from '../base/later.js'
import type { Asked, Handle } from '../wire/handle.js'
import type { Reply } from '../wire/reply.js'
import type { Fetch } from './app.js'

/** The resources whose objects are kept without effect, and what does not happen. */
const INERT: { readonly [resource: string]: string } = {
  'admissionregistration/validatingwebhookconfigurations': 'no webhook is called',
  'admissionregistration/mutatingwebhookconfigurations': 'no webhook is called',
  'admissionregistration/validatingadmissionpolicies': 'no policy is evaluated',
  'admissionregistration/validatingadmissionpolicybindings': 'no policy is evaluated',
  'rbac.authorization/roles': 'everyone may do everything',
  'rbac.authorization/rolebindings': 'everyone may do everything',
  'rbac.authorization/clusterroles': 'everyone may do everything',
  'rbac.authorization/clusterrolebindings': 'everyone may do everything',
  'networking/networkpolicies': 'there is no network to keep anybody from',
}

const PATH = /^[a-z]+:\/\/[^/]*\/apis\/([a-z.]+?)\.[^./]+\.io\/[^/]+\/(?:namespaces\/[^/]+\/)?([a-z]+)(?=[/?]|$)/

/** Tells of the first object of each kind that is made by a request and has no effect. */
export type InertNotes = { readonly handle: (handle: Handle) => Handle; readonly fetch: (fetch: Fetch) => Fetch }

/** Makes what prints, once for each kind of a cluster, that its objects are kept without effect. The replies stay what they are. */
export function noteInert(cluster: () => object, print: (line: string) => void): InertNotes {
  const told = new WeakMap<object, Set<string>>()
  const tell = (resource: string, reply: Reply): Reply => {
    const known = told.get(cluster()) ?? new Set()
    told.set(cluster(), known)
    if (reply.status === 201 && !known.has(resource)) {
      known.add(resource)
      print(`The first of ${resource.replace(/^.*\//, '')} is stored, but it has no effect here: ${INERT[resource]}.`)
    }
    return reply
  }
  return {
    handle: (handle) => (asked) => {
      const resource = inertOf(asked)
      return resource === undefined ? handle(asked) : later(handle(asked), (reply) => tell(resource, reply))
    },
    fetch: (fetch) => (request, bindings) => {
      const { send } = bindings
      const resource = inertOf(request)
      if (resource === undefined || !send) return fetch(request, bindings)
      return fetch(request, { ...bindings, send: (reply) => send(tell(resource, reply)) })
    },
  }
}

/** The resource a request may make an object of, where that will have no effect. */
function inertOf({ method, url }: Pick<Asked, 'method' | 'url'>): string | undefined {
  if (method === 'GET' || url.includes('dryRun')) return undefined
  const [, group = '', plural = ''] = PATH.exec(url) ?? []
  const resource = `${group}/${plural}`
  return Object.hasOwn(INERT, resource) ? resource : undefined
}

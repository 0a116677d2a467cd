import type { Asked } from '../wire/handle.js'
import { type Listening, listenTo } from './listen-to.js'

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

/** Makes what prints, once for each kind of a cluster, that its objects are kept without effect. */
export function noteInert(cluster: () => object, print: (line: string) => void): Listening {
  const told = new WeakMap<object, Set<string>>()
  return listenTo(inertOf, (resource, { status }) => {
    const known = told.get(cluster()) ?? new Set()
    told.set(cluster(), known)
    if (status !== 201 || known.has(resource)) return
    known.add(resource)
    print(`The first of ${resource.replace(/^.*\//, '')} is stored, but it has no effect here: ${INERT[resource]}.`)
  })
}

/** The resource a request may make an object of, where that will have no effect. */
function inertOf({ method, url }: Pick<Asked, 'method' | 'url'>): string | undefined {
  if (method === 'GET' || url.includes('dryRun')) return undefined
  const [, group = '', plural = ''] = PATH.exec(url) ?? []
  const resource = `${group}/${plural}`
  return Object.hasOwn(INERT, resource) ? resource : undefined
}

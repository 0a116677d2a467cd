import type { Asked } from '../wire/handle.js'
import { type Listening, listenTo } from './listen-to.js'

/** Resources that are stored without any effect, and what is missing. */
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

/** Makes a listener that prints, once per resource and cluster, that its objects have no effect. */
export function printInert(cluster: () => object, print: (line: string) => void): Listening {
  const told = new WeakMap<object, Set<string>>()
  return listenTo(inertOf, (resource, { status }) => {
    const known = told.get(cluster()) ?? new Set()
    told.set(cluster(), known)
    if (status !== 201 || known.has(resource)) return
    known.add(resource)
    print(`The first of ${resource.replace(/^.*\//, '')} is stored, but it has no effect here: ${INERT[resource]}.`)
  })
}

/** Returns the resource without effect that a request may create an object of, if any. */
function inertOf({ method, url }: Pick<Asked, 'method' | 'url'>): string | undefined {
  if (method === 'GET' || url.includes('dryRun')) return undefined
  const [, group = '', plural = ''] = PATH.exec(url) ?? []
  const resource = `${group}/${plural}`
  return Object.hasOwn(INERT, resource) ? resource : undefined
}

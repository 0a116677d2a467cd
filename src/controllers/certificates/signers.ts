import type { CertificateRequest } from '../../kinds/certificates/certificate-request.js'

/** Returns why a signer rejects a request; undefined if it accepts it. */
type Rule = (request: CertificateRequest, usages: readonly string[]) => string | undefined

/** The signer of the client certificates of kubelets. */
export const KUBELET_CLIENT = 'kubernetes.io/kube-apiserver-client-kubelet'

const CLIENT = ['client auth', 'digital signature', 'key encipherment']
const SERVING = ['digital signature', 'key encipherment', 'server auth']

/** Validates the request for a kubelet's client certificate (ValidateKubeletClientCSR). */
export const kubeletClientFault: Rule = (request, usages) => {
  if (!isOfNodes(request)) return 'subject organization is not system:nodes'
  if (request.dnsNames > 0) return 'DNS subjectAltNames are not allowed'
  if (request.emails > 0) return 'Email subjectAltNames are not allowed'
  if (request.addresses > 0) return 'IP subjectAltNames are not allowed'
  if (request.uris > 0) return 'URI subjectAltNames are not allowed'
  if (!isOfNode(request)) return 'subject common name does not begin with system:node:'
  return areUsages(usages, CLIENT) ? undefined : `usages did not match [${CLIENT.join(' ')}]`
}

const kubeletServingFault: Rule = (request, usages) => {
  if (!isOfNodes(request)) return 'subject organization is not system:nodes'
  if (request.dnsNames === 0 && request.addresses === 0) return 'DNS or IP subjectAltName is required'
  if (request.emails > 0) return 'Email subjectAltNames are not allowed'
  if (request.uris > 0) return 'URI subjectAltNames are not allowed'
  if (!areUsages(usages, SERVING)) return `usages did not match [${SERVING.join(' ')}]`
  return isOfNode(request) ? undefined : 'subject common name does not begin with system:node:'
}

const clientFault: Rule = (_request, usages) => {
  const other = usages.find((usage) => !CLIENT.includes(usage))
  if (other !== undefined) return `invalid usage for client certificate: ${other}`
  return usages.includes('client auth') ? undefined : 'missing required usage for client certificate: client auth'
}

const isOfNodes = ({ organizations }: CertificateRequest) =>
  organizations.length === 1 && organizations[0] === 'system:nodes'
const isOfNode = ({ commonName }: CertificateRequest) => commonName.startsWith('system:node:')

/** The usage key encipherment is optional: keys other than RSA cannot be used for it. */
const areUsages = (usages: readonly string[], wanted: readonly string[]) =>
  usages.every((usage) => wanted.includes(usage)) &&
  wanted.every((usage) => usage === 'key encipherment' || usages.includes(usage))

/** The signers of Kubernetes by name, with their validation. */
export const signers: ReadonlyMap<string, Rule> = new Map([
  ['kubernetes.io/kube-apiserver-client', clientFault],
  [KUBELET_CLIENT, kubeletClientFault],
  ['kubernetes.io/kubelet-serving', kubeletServingFault],
  ['kubernetes.io/legacy-unknown', () => undefined],
])

import { TAG, elementsOf, partsOf } from '../../base/bytes/der.js'
import { lowestOf } from '../../base/lists/lists.js'
import { type SignatureKind, isSignature } from '../../base/time/env.js'
import type { Steps } from '../../base/turns/steps.js'
import { type CertificateRequest, parseRequest } from '../../kinds/certificates/certificate-request.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { storedName } from '../../schema/object.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'
import { endOfCertificate, issueCertificate } from './certificate.js'

const rsa = (hash: string): SignatureKind => ({ key: { name: 'RSASSA-PKCS1-v1_5', hash }, how: 'RSASSA-PKCS1-v1_5' })

/** The signature algorithms for RSA and Ed25519, by OID. */
const CHECKS: { readonly [algorithm: string]: SignatureKind } = {
  '1.2.840.113549.1.1.11': rsa('SHA-256'),
  '1.2.840.113549.1.1.12': rsa('SHA-384'),
  '1.2.840.113549.1.1.13': rsa('SHA-512'),
  '1.3.101.112': { key: { name: 'Ed25519' }, how: 'Ed25519' },
}
const ECDSA: { readonly [algorithm: string]: string } = {
  '1.2.840.10045.4.3.2': 'SHA-256',
  '1.2.840.10045.4.3.3': 'SHA-384',
  '1.2.840.10045.4.3.4': 'SHA-512',
}
const CURVES: readonly { readonly name: string; readonly size: number }[] = [
  { name: 'P-256', size: 32 },
  { name: 'P-384', size: 48 },
  { name: 'P-521', size: 66 },
]

/** Returns whether a request is signed with its own key; false if the type of key or the algorithm is unknown. */
async function isSigned({ signed, signature, publicKey, algorithm }: CertificateRequest): Promise<boolean> {
  const check = CHECKS[algorithm]
  const hash = ECDSA[algorithm]
  if (check) return isSignature(check, publicKey, signature, signed)
  if (hash === undefined) return false
  for (const { name, size } of CURVES) {
    const raw = rawSignature(signature, size)
    const curve: SignatureKind = { key: { name: 'ECDSA', namedCurve: name }, how: { name: 'ECDSA', hash } }
    if (raw && (await isSignature(curve, publicKey, raw, signed))) return true
  }
  return false
}

/** Converts an ECDSA signature from DER to two concatenated numbers of the size of the curve. */
function rawSignature(signature: Uint8Array, size: number): Uint8Array | undefined {
  const numbers = partsOf(elementsOf(signature)?.[0])
  if (numbers.length !== 2 || numbers.some(({ tag }) => tag !== TAG.integer)) return undefined
  const raw = new Uint8Array(size * 2)
  for (const [i, { content }] of numbers.entries()) {
    const bytes = content.slice(
      Math.max(
        0,
        content.findIndex((byte) => byte !== 0),
      ),
    )
    if (bytes.length > size) return undefined
    raw.set(bytes, size * (i + 1) - bytes.length)
  }
  return raw
}

/** Returns why a signer rejects a request; undefined if it accepts it. */
type Rule = (request: CertificateRequest, usages: readonly string[]) => string | undefined

/** The signer of the client certificates of kubelets. */
const KUBELET_CLIENT = 'kubernetes.io/kube-apiserver-client-kubelet'

const CLIENT = ['client auth', 'digital signature', 'key encipherment']
const SERVING = ['digital signature', 'key encipherment', 'server auth']

/** Validates the request for a kubelet's client certificate (ValidateKubeletClientCSR). */
const kubeletClientFault: Rule = (request, usages) => {
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
const signers: ReadonlyMap<string, Rule> = new Map([
  ['kubernetes.io/kube-apiserver-client', clientFault],
  [KUBELET_CLIENT, kubeletClientFault],
  ['kubernetes.io/kubelet-serving', kubeletServingFault],
  ['kubernetes.io/legacy-unknown', () => undefined],
])

const HOUR = 3_600_000
const MINUTE = 60_000
/**
 * The defaults of the real controller manager: the longest and shortest duration of a certificate, and by how much
 * notBefore is backdated.
 */
const LONGEST = 365 * 24 * HOUR
const SHORTEST = 10 * MINUTE
const BACKDATE = 5 * MINUTE
/** Backdating does not shorten certificates with less than this duration. */
const SHORT = 8 * HOUR

/** Approves, signs or deletes a request, depending on its state. One that a fixture states is left alone. */
export function* reconcileInSteps({ name }: Key, world: WorldInSteps): Steps<Again | undefined> {
  const object = world.get('CertificateSigningRequest', { name })
  if (!object?.spec) return undefined
  const due = deletionTime(object)
  if (due !== undefined && due <= world.now()) {
    yield* world.delete('CertificateSigningRequest', { name })
    return undefined
  }
  const again = due === undefined ? undefined : { at: due }
  if (world.stated || object.status?.certificate) return again
  const request = parseRequest(object.spec.request)
  if (!request) return again
  const { conditions = [] } = object.status ?? {}
  if (conditions.length === 0) {
    yield* approve(object, request, world)
    return again
  }
  const has = (wanted: string) => conditions.some(({ type }) => type === wanted)
  const isOpen = has('Approved') && !has('Denied') && !has('Failed')
  if (isOpen && signers.has(object.spec.signerName)) yield* sign(object, request, world)
  return again
}

/** Approves the client certificate of a kubelet, without a SubjectAccessReview: every user may do everything. */
function* approve(
  object: ObjectOf<'CertificateSigningRequest'>,
  request: CertificateRequest,
  world: WorldInSteps,
): Steps<void> {
  const { signerName, usages = [], username } = object.spec ?? {}
  if (signerName !== KUBELET_CLIENT || kubeletClientFault(request, usages) !== undefined) return
  const what = username === request.commonName ? 'self kubelet client certificate' : 'kubelet client certificate'
  const message = `Auto approving ${what} after SubjectAccessReview.`
  const condition = { type: 'Approved', status: 'True', reason: 'AutoApproved', message }
  const status = { ...object.status, conditions: [condition] }
  yield* world.update('CertificateSigningRequest', { ...object, status }, { subresource: 'approval' })
}

/**
 * Signs an approved request, or sets the condition Failed if its signer rejects it; one with an invalid signature stays
 * unsigned for ever, as on a real cluster.
 */
function* sign(
  object: ObjectOf<'CertificateSigningRequest'>,
  request: CertificateRequest,
  world: WorldInSteps,
): Steps<void> {
  const { usages = [], signerName, expirationSeconds } = object.spec ?? { signerName: '' }
  const fault = signers.get(signerName)?.(request, usages)
  const { conditions = [] } = object.status ?? {}
  if (fault !== undefined) {
    const failed = { type: 'Failed', status: 'True', reason: 'SignerValidationFailure', message: fault }
    return yield* write(object, { conditions: [...conditions, failed] }, world)
  }
  const serial = Uint8Array.from({ length: 16 }, () => Math.floor(world.random() * 256))
  if (!(yield* world.waitFor(isSigned(request)))) return
  const now = world.now()
  const seconds = expirationSeconds === undefined ? LONGEST : expirationSeconds * 1000
  const duration = Math.min(LONGEST, Math.max(SHORTEST, seconds))
  const notAfter = now + duration - (duration < SHORT ? 0 : BACKDATE)
  const certificate = issueCertificate(request, { serial, notBefore: now - BACKDATE, notAfter, usages })
  const current = world.get('CertificateSigningRequest', { name: storedName(object) })
  // It may have been deleted or signed while its signature was verified.
  if (current?.metadata.resourceVersion !== object.metadata.resourceVersion) return
  yield* write(object, { certificate: btoa(certificate) }, world)
  world.certify(certificate)
}

function* write(object: ObjectOf<'CertificateSigningRequest'>, status: object, world: WorldInSteps): Steps<void> {
  yield* world.update(
    'CertificateSigningRequest',
    { ...object, status: { ...object.status, ...status } },
    { subresource: 'status' },
  )
}

/**
 * Returns when a request is deleted, in milliseconds since 1970: an hour after it was denied, failed or signed, a day
 * after its creation if it is pending.
 */
function deletionTime({ metadata, status = {} }: ObjectOf<'CertificateSigningRequest'>): number | undefined {
  const { conditions = [], certificate } = status
  if (conditions.length === 0) return timeAfter(metadata.creationTimestamp, 24 * HOUR)
  const ends = conditions.flatMap(({ type, lastUpdateTime }) => {
    const isOver = type === 'Denied' || type === 'Failed' || (type === 'Approved' && certificate)
    return (isOver ? timeAfter(lastUpdateTime, HOUR) : undefined) ?? []
  })
  const expiry = certificate ? endOfCertificate(atob(certificate)) : undefined
  const all = expiry === undefined ? ends : [...ends, expiry]
  return all.length === 0 ? undefined : lowestOf(all)
}

const timeAfter = (time: string | null | undefined, wait: number): number | undefined =>
  time ? Date.parse(time) + wait : undefined

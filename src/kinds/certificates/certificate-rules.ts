import { elementsOf, idOf, partsOf } from '../../base/bytes/der.js'
import { decodedBlocks } from '../../base/bytes/pem.js'
import { bytesText, charBytes, utf8Length } from '../../base/bytes/utf8.js'
import {
  type Issue,
  forbidden,
  immutable,
  invalid,
  invalidUnshown,
  notSupported,
  required,
  tooLong,
} from '../../base/errors/issue.js'
import { GoText, goQuote } from '../../base/go/printable.js'
import { dns1123Subdomain, qualifiedName } from '../../base/rules/names.js'
import { encodeJson, jsonEqual } from '../../base/json/json.js'
import { goTime } from '../shared/go-struct.js'
import type { RuleContext } from '../../model/registry/rule-context.js'
import { validateImmutable } from '../shared/immutable.js'
import { validateConditions } from '../shared/validate-conditions.js'
import { type Certificate, parseCertificate } from './certificate.js'
import type { TrustBundle } from './cluster-trust-bundle.js'
import type { PodRequest } from './pod-certificate-request.js'
import { publicKeyOf } from './certificate-request.js'
import { mayForSigner, validateSignerName } from './signer-name.js'

// The rules of PodCertificateRequests, and after them those of ClusterTrustBundles.

type Spec = NonNullable<PodRequest['spec']>
type Status = NonNullable<PodRequest['status']>

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MOST_UID = 128
const MOST_REQUEST = 10 * 1024
const MOST_CHAIN = 100 * 1024

/** Validates a new request. */
export const validateRequest = ({ spec = {} }: PodRequest): readonly Issue[] => [...requestIssues(spec)]

function* requestIssues(spec: Spec): Iterable<Issue> {
  const { signerName = '', unverifiedUserAnnotations: annotations = {}, maxExpirationSeconds: most } = spec
  yield* validateSignerName(signerName, 'spec.signerName')
  yield* validateUserAnnotations(annotations, 'spec.unverifiedUserAnnotations')
  for (const owner of ['pod', 'serviceAccount', 'node'] as const) yield* ownerIssues(spec, owner)
  if (most === undefined) {
    yield required('spec.maxExpirationSeconds', 'must be set')
    return
  }
  const longest = longestLifeOf(signerName)
  if (most < SHORTEST_LIFE || most > longest)
    yield invalid('spec.maxExpirationSeconds', most, `must be in the range [${SHORTEST_LIFE}, ${longest}]`)
  if (spec.stubPKCS10Request) yield* stubIssues(spec.stubPKCS10Request)
  else yield invalidUnshown('spec', EXACTLY_ONE)
}

const EXACTLY_ONE = 'exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set'

/** The shortest life of a certificate of a pod that may be asked for, in seconds. */
export const SHORTEST_LIFE = 3600

/** Returns the longest life of a certificate of a pod that a signer may be asked for, in seconds. */
export const longestLifeOf = (signer: string): number =>
  /^([^/]*\.)?kubernetes\.io(\/|$)/.test(signer) ? DAY : 91 * DAY

const MOST_ANNOTATIONS = 256 * 1024

/** Validates the annotations that a pod gives a signer: their keys have a domain (ValidateUserAnnotations). */
export function* validateUserAnnotations(
  annotations: { readonly [key: string]: string },
  field: string,
): Iterable<Issue> {
  const size = Object.entries(annotations).reduce((all, [key, value]) => all + utf8Length(key + value), 0)
  for (const key of Object.keys(annotations).map((each) => each.toLowerCase())) {
    const faults = key === '' ? [] : qualifiedName(key)
    if (key === '') yield required(field)
    else if (faults.length > 0) yield* faults.map((detail) => invalid(field, key, detail))
    else if (!key.includes('/')) yield invalid(field, key, 'must be a domain-prefixed key (such as "acme.io/foo")')
  }
  if (size > MOST_ANNOTATIONS) yield tooLong(field, MOST_ANNOTATIONS)
}

/** Validates the name and the uid of what a certificate is for. */
function* ownerIssues(spec: Spec, owner: 'pod' | 'serviceAccount' | 'node'): Iterable<Issue> {
  const [name, uid] = [spec[`${owner}Name`] ?? '', spec[`${owner}UID`] ?? '']
  yield* dns1123Subdomain(name).map((detail) => invalid(`spec.${owner}Name`, name, detail))
  if (uid === '') yield invalid(`spec.${owner}UID`, uid, 'must not be empty')
  if (utf8Length(uid) > MOST_UID) yield tooLong(`spec.${owner}UID`, MOST_UID)
}

const STUB = 'spec.stubPKCS10Request'
const RSA = '1.2.840.113549.1.1.1'
const ELLIPTIC = '1.2.840.10045.2.1'
const EDWARDS = '1.3.101.112'
const CURVES: { readonly [id: string]: string } = {
  '1.3.132.0.33': 'P-224',
  '1.2.840.10045.3.1.7': 'P-256',
  '1.3.132.0.34': 'P-384',
  '1.3.132.0.35': 'P-521',
}

/** Validates the key of a request. The signature is not verified. */
function* stubIssues(base64: string): Iterable<Issue> {
  const bytes = charBytes(atob(base64))
  if (bytes.length > MOST_REQUEST) {
    yield tooLong(STUB, MOST_REQUEST)
    return
  }
  const [algorithm, key] = partsOf(publicKeyOf(bytes))
  const [id, parameters] = partsOf(algorithm)
  const curve = CURVES[idOf(parameters)]
  if (!key || (idOf(id) === ELLIPTIC && curve === undefined)) yield invalidUnshown(STUB, 'must be a valid PKCS#10 CSR')
  else if (idOf(id) === ELLIPTIC && curve === 'P-224')
    yield invalid(STUB, `curve ${curve}`, 'elliptic public keys must use curve P256, P384, or P521')
  else if (idOf(id) === RSA) {
    const bits = modulusBits(key.content)
    if (bits !== 3072 && bits !== 4096)
      yield invalid(STUB, `${bits}-bit modulus`, 'RSA keys must have modulus size 3072 or 4096')
  } else if (idOf(id) !== ELLIPTIC && idOf(id) !== EDWARDS)
    yield invalidUnshown(STUB, 'unknown public key type; supported types are Ed25519, ECDSA, and RSA')
}

/** Returns the size of the modulus of an RSA key in whole bytes, in bits. */
function modulusBits(bits: Uint8Array): number {
  // The first byte is the number of unused bits in the last one; a number that begins with a zero byte is positive.
  const [modulus] = partsOf(elementsOf(bits.subarray(1))?.[0])
  const content = modulus?.content ?? new Uint8Array()
  return (content.length - (content[0] === 0 ? 1 : 0)) * 8
}

/** Validates that an update keeps the spec. */
export const validateSameSpec = (next: PodRequest, old: PodRequest): readonly Issue[] =>
  validateImmutable(next.spec, old.spec, 'spec', shownSpec)

// As a server's own struct, which names its members as Go does.
const shownSpec = (spec: Spec = {}): GoText =>
  new GoText('certificates.PodCertificateRequestSpec{}', () =>
    encodeJson({
      SignerName: spec.signerName ?? '',
      PodName: spec.podName ?? '',
      PodUID: spec.podUID ?? '',
      ServiceAccountName: spec.serviceAccountName ?? '',
      ServiceAccountUID: spec.serviceAccountUID ?? '',
      NodeName: spec.nodeName ?? '',
      NodeUID: spec.nodeUID ?? '',
      MaxExpirationSeconds: spec.maxExpirationSeconds ?? null,
      PKIXPublicKey: null,
      ProofOfPossession: null,
      StubPKCS10Request: spec.stubPKCS10Request || null,
      UnverifiedUserAnnotations: spec.unverifiedUserAnnotations ?? null,
    }),
  )

const CONDITIONS = ['Issued', 'Denied', 'Failed']
const AT_MOST_ONE = 'There may be at most one condition with type "Issued", "Denied", or "Failed"'

const has = ({ conditions = [] }: Status, ...types: readonly string[]): boolean =>
  conditions.some(({ type = '', status }) => types.includes(type) && status === 'True')

/** Validates an update of the status: it goes from pending to issued, denied or failed, once. */
export function validateStatus(next: PodRequest, old: PodRequest, context: RuleContext<PodRequest>): readonly Issue[] {
  const issues = statusIssues(next, old, context.now())
  const { signerName = '' } = old.spec ?? {}
  const isWritten = context.may !== undefined && !jsonEqual(next.status ?? {}, old.status ?? {})
  if (issues.length > 0 || !isWritten || mayForSigner(context.may, 'sign', signerName)) return issues
  const { name = '' } = context.user ?? {}
  const words = `User ${goQuote(name)} is not permitted to "sign" for signer ${goQuote(signerName)}`
  return [forbidden('spec.signerName', words)]
}

function statusIssues(next: PodRequest, old: PodRequest, now: string): readonly Issue[] {
  const [status, before] = [next.status ?? {}, old.status ?? {}]
  const issues = [...conditionIssues(status), ...validateConditions(status.conditions ?? [], 'status.conditions')]
  if (issues.length > 0) return issues
  const unlessEqual = (one: Status, other: Status, detail: string) =>
    jsonEqual(one, other) ? [] : [invalidUnshown('status', detail)]
  if (has(before, ...CONDITIONS))
    return unlessEqual(status, before, 'immutable after PodCertificateRequest is issued, denied, or failed')
  if (has(status, 'Denied', 'Failed')) {
    const { conditions = [] } = status
    const detail = 'non-condition status fields must be empty when denying or failing the PodCertificateRequest'
    return unlessEqual(status, { conditions }, detail)
  }
  if (has(status, 'Issued')) return [...issuedIssues(status, old.spec ?? {}, now)]
  return unlessEqual(status, before, 'status is immutable unless transitioning to "Issued", "Denied", or "Failed"')
}

function* conditionIssues({ conditions = [] }: Status): Iterable<Issue> {
  let known = 0
  for (const [i, { type = '', status = '' }] of conditions.entries()) {
    const at = `status.conditions.[${i}]`
    if (!CONDITIONS.includes(type)) yield notSupported(`${at}.type`, type, CONDITIONS)
    else {
      if (++known > 1) yield invalid(`${at}.type`, type, AT_MOST_ONE)
      if (status !== 'True') yield notSupported(`${at}.status`, status, ['True'])
    }
  }
}

const CHAIN = 'status.certificateChain'

/** Validates what was issued; the first fault is told. */
function* issuedIssues(status: Status, spec: Spec, now: string): Iterable<Issue> {
  const { certificateChain: chain = '' } = status
  if (utf8Length(chain) > MOST_CHAIN) {
    yield tooLong(CHAIN, MOST_CHAIN)
    return
  }
  const [leaf, ...others] = decodedBlocks(chain)
  const certificate = leaf?.type === 'CERTIFICATE' ? parseCertificate(leaf.bytes) : undefined
  const requested = publicKeyOf(charBytes(atob(spec.stubPKCS10Request ?? '')))
  if (!leaf) yield invalid(CHAIN, chain, 'issued certificate chain must contain at least one certificate')
  else if (leaf.type !== 'CERTIFICATE')
    yield invalid(CHAIN, chain, 'issued certificate chain must consist entirely of CERTIFICATE PEM blocks')
  else if (!certificate) yield invalid(CHAIN, chain, 'leaf certificate does not parse as valid X.509')
  else if (!jsonEqual([...(requested?.whole ?? [])], [...certificate.publicKey.whole]))
    yield invalid(CHAIN, chain, 'leaf certificate was not issued to the requested public key')
  else {
    const missing = missingTimes(status)
    const fault = missing.length > 0 ? undefined : timeFault(status, certificate, spec, now)
    const other = others.find(({ type, bytes }) => type !== 'CERTIFICATE' || !parseCertificate(bytes))
    if (missing.length > 0) yield* missing
    else if (fault) yield fault
    else if (other)
      yield invalid(
        CHAIN,
        chain,
        other.type === 'CERTIFICATE'
          ? 'intermediate certificate does not parse as valid X.509'
          : 'issued certificate chain must consist entirely of CERTFICATE PEM blocks',
      )
  }
}

const CONSISTENT = 'must be present and consistent with the issued certificate'

const missingTimes = ({ notBefore, notAfter, beginRefreshAt }: Status): readonly Issue[] => [
  ...(notBefore ? [] : [required('status.notBefore', CONSISTENT)]),
  ...(notAfter ? [] : [required('status.notAfter', CONSISTENT)]),
  ...(beginRefreshAt
    ? []
    : [required('status.beginRefreshAt', 'must be present and in the range [notbefore+10min, notafter-10min]')]),
]

const MS = 1000

/** Returns the first fault of the times of a status that has all of them. */
function timeFault(status: Status, certificate: Certificate, spec: Spec, now: string): Issue | undefined {
  const { notBefore = '', notAfter = '', beginRefreshAt = '' } = status
  const at = (time: string) => new Date(time).getTime()
  const refused = (member: 'notBefore' | 'notAfter' | 'beginRefreshAt', detail: string) =>
    invalid(`status.${member}`, goTime(status[member]), detail)
  if (at(notBefore) !== certificate.notBefore)
    return refused('notBefore', 'must be set to the NotBefore time encoded in the leaf certificate')
  if (Math.abs(at(notBefore) - at(now)) >= 5 * MINUTE * MS)
    return refused('notBefore', "must be set to within 5 minutes of kube-apiserver's current time")
  if (at(notAfter) !== certificate.notAfter)
    return refused('notAfter', 'must be set to the NotAfter time encoded in the leaf certificate')
  const lasts = (certificate.notAfter - certificate.notBefore) / MS
  const refusedLength = (detail: string) => invalid(CHAIN, lasts * 1e9, `leaf certificate lifetime must be ${detail}`)
  const { maxExpirationSeconds: most = DAY } = spec
  if (lasts < HOUR) return refusedLength('>= 1 hour')
  if (lasts > most) return refusedLength(`<= spec.maxExpirationSeconds (${most})`)
  if (at(beginRefreshAt) < at(notBefore) + 10 * MINUTE * MS)
    return refused('beginRefreshAt', 'must be at least 10 minutes after status.notBefore')
  return at(beginRefreshAt) > at(notAfter) - 10 * MINUTE * MS
    ? refused('beginRefreshAt', 'must be at least 10 minutes before status.notAfter')
    : undefined
}

const MOST_BYTES = 1024 * 1024
const BUNDLE = 'spec.trustBundle'

const refusedBundle = (detail: string): Issue => invalid(BUNDLE, '<value omitted>', detail)

/** Validates a bundle; one that an update does not change is not parsed again. */
export function validateTrustBundle({ spec = {} }: TrustBundle, old?: TrustBundle): readonly Issue[] {
  const { signerName = '', trustBundle = '' } = spec
  return [
    ...(signerName === '' ? [] : validateSignerName(signerName, 'spec.signerName')),
    ...(old !== undefined && (old.spec?.trustBundle ?? '') === trustBundle ? [] : validateCertificates(trustBundle)),
  ]
}

/** Validates that an update keeps the signer. */
export function validateSameSigner(next: TrustBundle, old: TrustBundle): readonly Issue[] {
  const { signerName = '' } = next.spec ?? {}
  return signerName === (old.spec?.signerName ?? '') ? [] : [immutable('spec.signerName', signerName)]
}

function validateCertificates(bundle: string): readonly Issue[] {
  if (utf8Length(bundle) > MOST_BYTES) return [tooLong(BUNDLE, MOST_BYTES)]
  const blocks = decodedBlocks(bundle)
  const faults = blocks.flatMap((block, i) => {
    const fault = faultOf(block)
    return fault === undefined ? [] : [refusedBundle(`entry ${i} ${fault}`)]
  })
  if (faults.length > 0) return faults
  if (blocks.length === 0) return [refusedBundle('at least one trust anchor must be provided')]
  const places = new Map<string, number[]>()
  for (const [i, { bytes }] of blocks.entries()) {
    const text = bytesText(bytes)
    places.set(text, [...(places.get(text) ?? []), i])
  }
  return [...places.values()]
    .filter((indices) => indices.length > 1)
    .map((indices) => refusedBundle(`duplicate trust anchor (indices [${indices.join(' ')}])`))
}

function faultOf({ type, hasHeaders, bytes }: ReturnType<typeof decodedBlocks>[number]): string | undefined {
  if (type !== 'CERTIFICATE') return `has bad block type: ${type}`
  if (hasHeaders) return 'has PEM block headers'
  const certificate = parseCertificate(bytes)
  if (!certificate) return 'does not parse as X.509'
  return certificate.isAuthority ? undefined : 'does not have the CA bit set'
}

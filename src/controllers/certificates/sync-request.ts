import type { Steps } from '../../base/turns/steps.js'
import { lowestOf } from '../../base/numbers/extremes.js'
import { storedName } from '../../schema/stored-metadata.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'
import { endOfCertificate, issueCertificate } from './certificate.js'
import { type CertificateRequest, parseRequest } from '../../kinds/certificates/certificate-request.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { KUBELET_CLIENT, kubeletClientFault, signers } from './signers.js'
import { isSigned } from './verify-request.js'

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

import { type WebhookAddress, WebhookUnreached } from '../../../model/registry/webhook.js'
import { BadReply, type Reviewed, decodeReply } from '../../../rest/decode-reply.js'
import type { ReviewedRequest } from '../review/request.js'
import type { AdmissionContext } from '../types.js'
import type { ConfiguredWebhook } from './configured.js'
import { callFailed, denied, noDryRun } from './failures.js'
import { type AdmissionResponse, admissionReview } from './review-kind.js'
import { type Versioned, reviewText } from './review.js'
import { goQuote } from '../../../base/go/printable.js'

const USER_AGENT = 'kube-apiserver-admission'
const WITHOUT_EFFECTS: readonly unknown[] = ['None', 'NoneOnDryRun']

/** What a webhook may say, besides that a request is allowed. */
type Allowed = { readonly patch: string }

/**
 * Asks a webhook about a request; resolves with its patch (in base64, `''` for none).
 *
 * @throws StatusError for a request that it denies, or for a dry run that it cannot be asked about
 * @throws CallFailed
 */
export async function ask(
  hook: ConfiguredWebhook,
  request: ReviewedRequest,
  versioned: Versioned,
  { timeout, callWebhook, requestId, warn, annotate, registry }: AdmissionContext,
  phase: 'mutating' | 'validating',
): Promise<Allowed> {
  const { name, admissionReviewVersions = [], clientConfig, sideEffects, timeoutSeconds } = hook
  if (request.dryRun && !WITHOUT_EFFECTS.includes(sideEffects)) throw noDryRun(name)
  const version = admissionReviewVersions.find((one) => Object.hasOwn(admissionReview.schemas, one))
  if (version === undefined)
    throw callFailed(
      name,
      'could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)',
    )
  const uid = requestId()
  let reviewed: Reviewed
  try {
    const reply = await callWebhook({
      webhook: name,
      address: (clientConfig ?? {}) as WebhookAddress, // validated when it was stored
      userAgent: USER_AGENT,
      timeoutSeconds: secondsOf(timeoutSeconds, timeout),
      review: reviewText(version, uid, request, versioned),
    })
    reviewed = decodeReply(reply, admissionReview, { version, server: registry.profile.version })
  } catch (error) {
    if (error instanceof WebhookUnreached || error instanceof BadReply)
      throw callFailed(name, `failed to call webhook: ${error.message}`)
    throw error
  }
  const response = reviewed.response as AdmissionResponse | undefined // as its schema says
  const fault = response ? faultIn(reviewed, response, version, uid, phase) : 'webhook response was absent'
  if (!response || fault !== undefined) throw callFailed(name, `received invalid webhook response: ${fault ?? ''}`)
  for (const [key, value] of Object.entries(response.auditAnnotations ?? {})) annotate(`${name}/${key}`, value)
  for (const text of response.warnings ?? []) warn(text)
  if (!response.allowed) throw denied(name, response.status)
  return { patch: phase === 'mutating' ? (response.patch ?? '') : '' }
}

/** Returns how long a webhook has: as configured, but not longer than the request. */
const secondsOf = (configured: number | undefined, timeout: number | undefined): number | undefined =>
  timeout === undefined ? configured : Math.min(configured ?? Infinity, Math.ceil(timeout / 1000))

/** Returns what is wrong with a response (webhook/request: VerifyAdmissionResponse); undefined if nothing is. */
function faultIn(
  { kind, apiVersion }: Reviewed,
  { uid: given = '', patch = '', patchType }: AdmissionResponse,
  version: string,
  uid: string,
  phase: 'mutating' | 'validating',
): string | undefined {
  if (version !== 'v1') return undefined // older reviews are not checked
  if (given !== uid) return `expected response.uid=${goQuote(uid)}, got ${goQuote(given)}`
  const slash = apiVersion.lastIndexOf('/')
  if (kind !== admissionReview.kind || apiVersion !== `${admissionReview.group}/v1`)
    return `expected webhook response of ${admissionReview.group}/v1, Kind=${admissionReview.kind}, got ${apiVersion.slice(0, Math.max(slash, 0))}/${apiVersion.slice(slash + 1)}, Kind=${kind}`
  if (phase === 'validating') {
    if (patch !== '') return 'validating webhook may not return response.patch'
    return patchType === undefined ? undefined : 'validating webhook may not return response.patchType'
  }
  if (patch !== '' && patchType === undefined) return 'webhook returned response.patch but not response.patchType'
  if (patch === '' && patchType !== undefined) return 'webhook returned response.patchType but not response.patch'
  return patchType === '' ? 'webhook returned invalid response.patchType of ""' : undefined
}

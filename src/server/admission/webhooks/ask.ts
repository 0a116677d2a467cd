import { type WebhookAddress, WebhookUnreached } from '../../../model/registry/webhook.js'
import { type Reviewed, type ReviewKind, BadReply, decodeReply } from '../../../rest/decode-reply.js'
import type { ReviewedRequest } from '../review/request.js'
import type { AdmissionContext } from '../types.js'
import type { ConfiguredWebhook } from './configured.js'
import { callFailed, denied, noDryRun } from './failures.js'
import { type Versioned, reviewText } from './review.js'
import { qualifiedName } from '../../../base/rules/names.js'
import { goQuote } from '../../../base/go/printable.js'
import type { Status } from '../../../base/errors/status.js'
import { array, boolean, bytes, int32, map, pointer, string, struct } from '../../../schema/builders.js'

const USER_AGENT = 'kube-apiserver-admission'
const PLUGINS = { mutating: 'MutatingAdmissionWebhook', validating: 'ValidatingAdmissionWebhook' } as const

/** The only type of patches that there is. */
export const JSON_PATCH = 'JSONPatch'

const WITHOUT_EFFECTS: readonly unknown[] = ['None', 'NoneOnDryRun']

/** What a webhook may say, besides that a request is allowed. */
export type Allowed = { readonly patch: string; readonly patchType: string }

/**
 * Asks a webhook about a request; resolves with its patch (in base64, `''` for none), and the type of that.
 *
 * @throws StatusError for a request that it denies, or for a dry run that it cannot be asked about
 * @throws CallFailed
 */
export async function ask(
  hook: ConfiguredWebhook,
  request: ReviewedRequest,
  versioned: Versioned,
  { configuration, timeout, callWebhook, requestId, warn, annotate, registry }: AdmissionContext,
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
      credentialsFor: configuration.credentials.get(PLUGINS[phase]),
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
  for (const [key, value] of Object.entries(response.auditAnnotations ?? {}))
    if (qualifiedName(`${name}/${key}`).length === 0) annotate(`${name}/${key}`, value)
  for (const text of response.warnings ?? []) warn(text)
  if (!response.allowed) throw denied(name, response.status)
  // Older reviews name no other type that would count.
  const { patch = '', patchType = '' } = phase === 'mutating' ? response : {}
  return { patch, patchType: version === 'v1' ? patchType : JSON_PATCH }
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

const cause = struct('io.k8s.apimachinery.pkg.apis.meta.v1.StatusCause', {
  reason: string('io.k8s.apimachinery.pkg.apis.meta.v1.CauseType'),
  message: string(),
  field: string(),
})

const status = struct('io.k8s.apimachinery.pkg.apis.meta.v1.Status', {
  kind: string(),
  apiVersion: string(),
  metadata: struct('io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta', {
    selfLink: string(),
    resourceVersion: string(),
    continue: string(),
  }),
  status: string(),
  message: string(),
  reason: string('io.k8s.apimachinery.pkg.apis.meta.v1.StatusReason'),
  details: pointer(
    struct('io.k8s.apimachinery.pkg.apis.meta.v1.StatusDetails', {
      name: string(),
      group: string(),
      kind: string(),
      uid: string('io.k8s.apimachinery.pkg.types.UID'),
      causes: array(cause),
      retryAfterSeconds: int32(),
    }),
  ),
  code: int32(),
})

const schemaOf = (version: string) =>
  struct(`io.k8s.api.admission.${version}.AdmissionReview`, {
    kind: string(),
    apiVersion: string(),
    response: pointer(
      struct(`io.k8s.api.admission.${version}.AdmissionResponse`, {
        uid: string('io.k8s.apimachinery.pkg.types.UID'),
        allowed: boolean(),
        status: pointer(status),
        patch: bytes(),
        patchType: pointer(string(`io.k8s.api.admission.${version}.PatchType`)),
        auditAnnotations: map(string()),
        warnings: array(string()),
      }),
    ),
  })

/** AdmissionReview, as webhooks reply it. */
const admissionReview: ReviewKind = {
  group: 'admission.k8s.io',
  kind: 'AdmissionReview',
  schemas: { v1: schemaOf('v1'), v1beta1: schemaOf('v1beta1') },
}

/** The response in a review. */
type AdmissionResponse = {
  readonly uid?: string
  readonly allowed?: boolean
  readonly status?: Partial<Status>
  /** In base64. */
  readonly patch?: string
  readonly patchType?: string
  readonly auditAnnotations?: { readonly [key: string]: string }
  readonly warnings?: readonly string[]
}

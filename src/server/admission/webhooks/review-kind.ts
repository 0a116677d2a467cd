import type { Status } from '../../../base/errors/status.js'
import { array, boolean, bytes, int32, map, pointer, string, struct } from '../../../schema/builders.js'
import type { ReviewKind } from '../../../rest/decode-reply.js'

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
export const admissionReview: ReviewKind = {
  group: 'admission.k8s.io',
  kind: 'AdmissionReview',
  schemas: { v1: schemaOf('v1'), v1beta1: schemaOf('v1beta1') },
}

/** The response in a review. */
export type AdmissionResponse = {
  readonly uid?: string
  readonly allowed?: boolean
  readonly status?: Partial<Status>
  /** In base64. */
  readonly patch?: string
  readonly patchType?: string
  readonly auditAnnotations?: { readonly [key: string]: string }
  readonly warnings?: readonly string[]
}

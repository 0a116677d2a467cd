// Written by `npm run generate`; not to be changed by hand.
import type { Condition, ObjectMeta } from './meta-v1.js'
import type { Time } from './scalars.js'

export type ClusterTrustBundle = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: ClusterTrustBundleSpec
}
export type ClusterTrustBundleSpec = {
  readonly signerName?: string
  readonly trustBundle: string
}
export type PodCertificateRequest = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: PodCertificateRequestSpec
  readonly status?: PodCertificateRequestStatus
}
export type PodCertificateRequestSpec = {
  readonly signerName: string
  readonly podName: string
  readonly podUID: string
  readonly serviceAccountName: string
  readonly serviceAccountUID: string
  readonly nodeName: string
  readonly nodeUID: string
  readonly maxExpirationSeconds?: number
  readonly pkixPublicKey: string
  readonly proofOfPossession: string
}
export type PodCertificateRequestStatus = {
  readonly conditions?: Condition[]
  readonly certificateChain?: string
  readonly notBefore?: Time
  readonly beginRefreshAt?: Time
  readonly notAfter?: Time
}

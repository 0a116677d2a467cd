// Written by `npm run generate`; not to be changed by hand.
import type { Condition, ObjectMeta } from './meta-v1.js'
import type { Time } from './scalars.js'

export type CertificateSigningRequest = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: CertificateSigningRequestSpec
  readonly status?: CertificateSigningRequestStatus
}
export type CertificateSigningRequestCondition = {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
  readonly lastUpdateTime?: Time
  readonly lastTransitionTime?: Time
}
export type CertificateSigningRequestSpec = {
  readonly request: string
  readonly signerName: string
  readonly expirationSeconds?: number
  readonly usages?: KeyUsage[]
  readonly username?: string
  readonly uid?: string
  readonly groups?: string[]
  readonly extra?: { readonly [key: string]: ExtraValue }
}
export type CertificateSigningRequestStatus = {
  readonly conditions?: CertificateSigningRequestCondition[]
  readonly certificate?: string
}
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
export type ExtraValue = string[]
export type KeyUsage = 'any' | 'cert sign' | 'client auth' | 'code signing' | 'content commitment' | 'crl sign' | 'data encipherment' | 'decipher only' | 'digital signature' | 'email protection' | 'encipher only' | 'ipsec end system' | 'ipsec tunnel' | 'ipsec user' | 'key agreement' | 'key encipherment' | 'microsoft sgc' | 'netscape sgc' | 'ocsp signing' | 's/mime' | 'server auth' | 'signing' | 'timestamping' | (string & {})
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
  readonly stubPKCS10Request: string
  readonly unverifiedUserAnnotations?: { readonly [key: string]: string }
}
export type PodCertificateRequestStatus = {
  readonly conditions?: Condition[]
  readonly certificateChain?: string
  readonly notBefore?: Time
  readonly beginRefreshAt?: Time
  readonly notAfter?: Time
}

// Written by `npm run generate`; not to be changed by hand.
import type { ObjectMeta } from './meta-v1.js'

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

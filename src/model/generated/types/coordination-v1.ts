// Written by `npm run generate`; not to be changed by hand.
import type { ObjectMeta } from './meta-v1.js'
import type { MicroTime } from './scalars.js'

export type Lease = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: LeaseSpec
}
export type LeaseSpec = {
  readonly holderIdentity?: string
  readonly leaseDurationSeconds?: number
  readonly acquireTime?: MicroTime
  readonly renewTime?: MicroTime
  readonly leaseTransitions?: number
  readonly strategy?: string
  readonly preferredHolder?: string
}

// Written by `npm run generate`; not to be changed by hand.
import type { ObjectMeta } from './meta-v1.js'
import type { MicroTime } from './scalars.js'

export type LeaseCandidate = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: LeaseCandidateSpec
}
export type LeaseCandidateSpec = {
  readonly leaseName: string
  readonly pingTime?: MicroTime
  readonly renewTime?: MicroTime
  readonly binaryVersion: string
  readonly emulationVersion?: string
  readonly strategy: string
}

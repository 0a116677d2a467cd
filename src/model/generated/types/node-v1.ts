// Written by `npm run generate`; not to be changed by hand.
import type { ResourceList, Toleration } from './core-v1.js'
import type { ObjectMeta } from './meta-v1.js'

export type Overhead = {
  readonly podFixed?: ResourceList
}
export type RuntimeClass = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly handler: string
  readonly overhead?: Overhead
  readonly scheduling?: Scheduling
}
export type Scheduling = {
  readonly nodeSelector?: { readonly [key: string]: string }
  readonly tolerations?: Toleration[]
}

// Written by `npm run generate`; not to be changed by hand.
import type { ResourceList } from './core-v1.js'
import type { ObjectMeta } from './meta-v1.js'
import type { Duration, Time } from './scalars.js'

export type ContainerMetrics = {
  readonly name?: string
  readonly usage?: ResourceList
}
export type NodeMetrics = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly timestamp?: Time
  readonly window?: Duration
  readonly usage?: ResourceList
}
export type PodMetrics = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly timestamp?: Time
  readonly window?: Duration
  readonly containers?: ContainerMetrics[]
}

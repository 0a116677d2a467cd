// Written by `npm run generate`; not to be changed by hand.
import type { PreemptionPolicy } from './core-v1.js'
import type { ObjectMeta } from './meta-v1.js'

export type PriorityClass = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly value: number
  readonly globalDefault?: boolean
  readonly description?: string
  readonly preemptionPolicy?: PreemptionPolicy
}

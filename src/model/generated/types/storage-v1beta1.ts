// Written by `npm run generate`; not to be changed by hand.
import type { ObjectMeta } from './meta-v1.js'

export type VolumeAttributesClass = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly driverName: string
  readonly parameters?: { readonly [key: string]: string }
}

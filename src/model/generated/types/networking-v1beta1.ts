// Written by `npm run generate`; not to be changed by hand.
import type { Condition, ObjectMeta } from './meta-v1.js'

export type IPAddress = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: IPAddressSpec
}
export type IPAddressSpec = {
  readonly parentRef: ParentReference
}
export type ParentReference = {
  readonly group?: string
  readonly resource: string
  readonly namespace?: string
  readonly name: string
}
export type ServiceCIDR = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: ServiceCIDRSpec
  readonly status?: ServiceCIDRStatus
}
export type ServiceCIDRSpec = {
  readonly cidrs?: string[]
}
export type ServiceCIDRStatus = {
  readonly conditions?: Condition[]
}

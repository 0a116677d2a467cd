// Written by `npm run generate`; not to be changed by hand.
import type { ObjectMeta } from './meta-v1.js'
import type { Time } from './scalars.js'

export type APIService = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec?: APIServiceSpec
  readonly status?: APIServiceStatus
}
export type APIServiceCondition = {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}
export type APIServiceSpec = {
  readonly service?: ServiceReference
  readonly group?: string
  readonly version?: string
  readonly insecureSkipTLSVerify?: boolean
  readonly caBundle?: string
  readonly groupPriorityMinimum: number
  readonly versionPriority: number
}
export type APIServiceStatus = {
  readonly conditions?: APIServiceCondition[]
}
export type ServiceReference = {
  readonly namespace?: string
  readonly name?: string
  readonly port?: number
}

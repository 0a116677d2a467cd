// Written by `npm run generate`; not to be changed by hand.
import type { Condition, ObjectMeta } from './meta-v1.js'
import type { Time } from './scalars.js'

export type Eviction = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: EvictionSpec
  readonly status?: EvictionStatus
}
export type EvictionPodReference = {
  readonly name: string
  readonly uid: string
}
export type EvictionRequest = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: EvictionRequestSpec
  readonly status?: EvictionRequestStatus
}
export type EvictionRequestIntent = 'Eviction' | 'Withdrawn' | (string & {})
export type EvictionRequestPodReference = {
  readonly name: string
  readonly uid: string
}
export type EvictionRequestSpec = {
  readonly target: EvictionRequestTarget
  readonly requester: string
  readonly intent: EvictionRequestIntent
}
export type EvictionRequestStatus = {
  readonly conditions?: Condition[]
  readonly observedGeneration?: number
}
export type EvictionRequestTarget = {
  readonly pod?: EvictionRequestPodReference
}
export type EvictionSpec = {
  readonly target: EvictionTarget
}
export type EvictionStatus = {
  readonly conditions?: Condition[]
  readonly observedGeneration?: number
  readonly requesters?: Requester[]
  readonly targetResponders?: TargetResponder[]
  readonly responders?: ResponderStatus[]
}
export type EvictionTarget = {
  readonly pod?: EvictionPodReference
}
export type Requester = {
  readonly name: string
  readonly intent: RequesterIntent
}
export type RequesterIntent = 'Eviction' | 'Withdrawn' | (string & {})
export type ResponderStateType = 'Active' | 'Canceled' | 'Completed' | 'Inactive' | 'Interrupted' | (string & {})
export type ResponderStatus = {
  readonly name: string
  readonly startTime?: Time
  readonly heartbeatTime?: Time
  readonly expectedCompletionTime?: Time
  readonly completionTime?: Time
  readonly message?: string
}
export type TargetResponder = {
  readonly name: string
  readonly priority: number
  readonly state: ResponderStateType
}

// Written by `npm run generate`; not to be changed by hand.
import type { ObjectMeta } from './meta-v1.js'
import type { Time } from './scalars.js'

export type AttestationValue = string[]
export type BoundObjectReference = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly name?: string
  readonly uid?: string
}
export type ExtraValue = string[]
export type SelfSubjectReview = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly status?: SelfSubjectReviewStatus
}
export type SelfSubjectReviewStatus = {
  readonly userInfo?: UserInfo
}
export type TokenRequest = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: TokenRequestSpec
  readonly status?: TokenRequestStatus
}
export type TokenRequestSpec = {
  readonly audiences: string[]
  readonly expirationSeconds?: number
  readonly boundObjectRef?: BoundObjectReference
  readonly attestations?: { readonly [key: string]: AttestationValue }
}
export type TokenRequestStatus = {
  readonly token: string
  readonly expirationTimestamp: Time
}
export type TokenReview = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: TokenReviewSpec
  readonly status?: TokenReviewStatus
}
export type TokenReviewSpec = {
  readonly token?: string
  readonly audiences?: string[]
}
export type TokenReviewStatus = {
  readonly authenticated?: boolean
  readonly user?: UserInfo
  readonly audiences?: string[]
  readonly error?: string
}
export type UserInfo = {
  readonly username?: string
  readonly uid?: string
  readonly groups?: string[]
  readonly extra?: { readonly [key: string]: ExtraValue }
}

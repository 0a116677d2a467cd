import type { AccountTokens, Identified } from './account-tokens.js'
import type { Authorizer, RuleResolver } from './authorizer.js'

/** What a review gets besides the posted object. */
export type ReviewContext = {
  /** The time of the request, formatted as a Time. */
  readonly now: string
  readonly user: Identified
  /** Returns the user of a bearer token that is not a service account's, or with `''` that of no credentials at all. */
  readonly userOf: (token: string) => Identified | undefined
  /** Tells whether a user may do something. */
  readonly authorize: Authorizer
  /** The rules behind that; without it everything is allowed. */
  readonly rules: RuleResolver | undefined
  /** Validates service account tokens, for a kind that declares `judgesTokens`. */
  readonly accounts: Pick<AccountTokens, 'judge' | 'audiences'>
}

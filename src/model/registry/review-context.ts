import type { AccountTokens, Identified } from './account-tokens.js'

/** What a review gets besides the posted object. */
export type ReviewContext = {
  /** The time of the request, formatted as a Time. */
  readonly now: string
  readonly user: Identified
  /** Returns the user of a bearer token that is not a service account's. */
  readonly userOf: (token: string) => Identified | undefined
  /** Validates service account tokens, for a kind that declares `judgesTokens`. */
  readonly accounts: Pick<AccountTokens, 'judge'>
}

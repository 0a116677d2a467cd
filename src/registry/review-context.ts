import type { AccountTokens, Identified } from './account-tokens.js'

/** What an answer may know beside the question. */
export type ReviewContext = {
  /** The time of the request, as written in a Time. */
  readonly now: string
  readonly user: Identified
  /** Whose a bearer token is that is of no service account. */
  readonly userOf: (token: string) => Identified | undefined
  /** What judges tokens of service accounts, where the kind says that it does so. */
  readonly accounts: Pick<AccountTokens, 'judge'>
}

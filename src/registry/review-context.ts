/** What an answer may know beside the question. */
export type ReviewContext = {
  /** The time of the request, as written in a Time. */
  readonly now: string
  readonly user: { readonly name: string; readonly uid?: string; readonly groups: readonly string[] }
  /** Whose a bearer token is. */
  readonly userOf: (token: string) => ReviewContext['user'] | undefined
}

/** Which continue tokens were taken back. */
export type ContinueTokens = {
  /** Notes a token that is handed out. */
  readonly note: (token: string, revision: number) => void
  readonly isExpired: (token: string, revision: number) => boolean
  /** Takes back every token handed out so far, the last of them at this revision. */
  readonly expire: (revision: number) => void
}

/** Makes the tokens of a cluster, none taken back. */
export function createTokens(): ContinueTokens {
  let until = -1
  // A list begun anew while nothing changes gets the same token again, and that one counts.
  let since: Set<string> | undefined
  return {
    note(token, revision) {
      if (revision <= until) (since ??= new Set()).add(token)
    },
    isExpired: (token, revision) => revision <= until && !since?.has(token),
    expire(revision) {
      until = revision
      since = undefined
    },
  }
}

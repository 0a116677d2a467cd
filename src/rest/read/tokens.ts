/** The continue tokens that were expired on purpose. */
export type ContinueTokens = {
  /** Notes a token that is handed out. */
  readonly note: (token: string, revision: number) => void
  readonly isExpired: (token: string, revision: number) => boolean
  /** Expires every token handed out so far, up to this revision. */
  readonly expire: (revision: number) => void
}

/** Makes an empty set of expired tokens. */
export function createTokens(): ContinueTokens {
  let until = -1
  // A list restarted while nothing has changed gets the same token again, which is valid again from then on.
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

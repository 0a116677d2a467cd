/**
 * A document or plain text to reply with. Strings and bytes are sent as they are, anything else in the format the
 * client accepts.
 */
export type Answer = {
  readonly code: number
  readonly body: unknown
  /** Whether the same body answers later requests too. */
  readonly isKept?: true
  /** Empty for no Content-Type. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Adds an ETag to an answer, or returns 304 if the client has that version (If-None-Match). */
export function conditional(answer: Answer, hash: string, ifNoneMatch: string | null): Answer {
  const tag = `"${hash}"`
  const headers = { ...answer.headers, ETag: tag }
  const known =
    ifNoneMatch?.split(',').some((given) => given.trim() === '*' || given.trim().replace(/^W\//, '') === tag) ?? false
  return known ? { code: 304, body: '', headers } : { ...answer, headers }
}

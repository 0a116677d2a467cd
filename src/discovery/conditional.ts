/**
 * A document, or a plain text, as it is replied. Text and bytes are sent as they are, anything else is written as the
 * client asks.
 */
export type Answer = {
  readonly code: number
  readonly body: unknown
  /** Empty for none. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer under the fingerprint of its content, or 304 where the client has that already (If-None-Match). */
export function conditional(answer: Answer, hash: string, ifNoneMatch: string | null): Answer {
  const tag = `"${hash}"`
  const headers = { ...answer.headers, ETag: tag }
  const known =
    ifNoneMatch?.split(',').some((given) => given.trim() === '*' || given.trim().replace(/^W\//, '') === tag) ?? false
  return known ? { code: 304, body: '', headers } : { ...answer, headers }
}

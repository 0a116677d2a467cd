/**
 * Returns the token of an Authorization header; undefined if there is none. As in Go, `bearer` is case-insensitive, and
 * anything after a second space is ignored (k8s.io/apiserver, pkg/authentication/request/bearertoken).
 */
export function bearerOf(authorization: string | null): string | undefined {
  if (!authorization) return undefined
  const [scheme, token] = authorization.trim().split(' ', 2)
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined
}

/** Returns the warning for a header whose token is ignored, because there is a space more before it. */
export const ignoredToken = (authorization: string | null): string | undefined =>
  authorization !== null && /^bearer  ./i.test(authorization.trim())
    ? 'the provided Authorization header contains extra space before the bearer token, and is ignored'
    : undefined

/**
 * Compares a text with a secret. The time taken depends only on the length of the text, so the secret cannot be guessed
 * letter by letter.
 */
export function isSecret(secret: string, given: string): boolean {
  let difference = secret.length ^ given.length
  for (let i = 0; i < given.length; i++) difference |= given.charCodeAt(i) ^ secret.charCodeAt(i % secret.length)
  return difference === 0
}

/** Tells whether an Authorization header carries the token. */
export function hasToken(token: string, authorization: string | null): boolean {
  const given = bearerOf(authorization)
  return given !== undefined && isSecret(token, given)
}

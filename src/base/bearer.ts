/**
 * The token in an Authorization header; undefined for none. As Go's server reads it, `bearer` may be in any case, and
 * what comes after a further space does not count (k8s.io/apiserver, pkg/authentication/request/bearertoken).
 */
export function bearerOf(authorization: string | null): string | undefined {
  if (!authorization) return undefined
  const [scheme, token] = authorization.trim().split(' ', 2)
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined
}

/**
 * Tells whether a text is the secret one. How long it takes depends on the text alone, so that nobody finds the secret
 * letter by letter.
 */
export function isSecret(secret: string, given: string): boolean {
  let difference = secret.length ^ given.length
  for (let i = 0; i < given.length; i++) difference |= given.charCodeAt(i) ^ secret.charCodeAt(i % secret.length)
  return difference === 0
}

/** Tells whether an Authorization header has the token. */
export function hasToken(token: string, authorization: string | null): boolean {
  const given = bearerOf(authorization)
  return given !== undefined && isSecret(token, given)
}

/** Tells whether an origin is allowed by name. */
export const isNamed = (origin: string | null, origins: readonly string[]): boolean =>
  origins.includes('*') || (origin !== null && origins.includes(origin.toLowerCase()))

/**
 * Returns the CORS headers for a page of another origin, as kube-apiserver sends them (pkg/server/filters/cors.go);
 * undefined if the origin is not allowed.
 */
export function corsHeaders(
  origin: string | null,
  origins: readonly string[],
): { readonly [name: string]: string } | undefined {
  if (origin === null || !isNamed(origin, origins)) return undefined
  // A server that allows every origin must not allow credentials.
  return origins.includes('*')
    ? { 'Access-Control-Allow-Origin': '*', ...ALLOWED }
    : { 'Access-Control-Allow-Origin': origin, ...ALLOWED, 'Access-Control-Allow-Credentials': 'true' }
}

const ALLOWED = {
  'Access-Control-Allow-Methods': 'POST, GET, OPTIONS, PUT, DELETE, PATCH',
  'Access-Control-Allow-Headers':
    'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since',
  'Access-Control-Expose-Headers': 'Date',
}

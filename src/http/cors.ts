/** Tells whether pages of an origin are let in by name. */
export const isNamed = (origin: string | null, origins: readonly string[]): boolean =>
  origins.includes('*') || (origin !== null && origins.includes(origin.toLowerCase()))

/**
 * What a browser has to be told before it shows a reply to a page of another origin, as kube-apiserver tells it
 * (pkg/server/filters/cors.go); nothing where the origin is not let in.
 */
export function corsHeaders(
  origin: string | null,
  origins: readonly string[],
): { readonly [name: string]: string } | undefined {
  if (origin === null || !isNamed(origin, origins)) return undefined
  // Whoever lets everybody in lends nobody the credentials of a browser.
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

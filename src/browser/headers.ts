/** The headers a request has once a browser has sent it: those it adds itself are on no `Request`. */
export function sentHeaders(given: HeadersInit): Headers {
  const headers = new Headers(given)
  if (!headers.has('Accept')) headers.set('Accept', '*/*')
  if (!headers.has('User-Agent') && 'navigator' in globalThis) headers.set('User-Agent', navigator.userAgent)
  return headers
}

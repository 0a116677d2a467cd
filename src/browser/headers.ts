/** Returns the headers of a request, with those that a browser adds when it sends the request. */
export function sentHeaders(given: HeadersInit): Headers {
  const headers = new Headers(given)
  if (!headers.has('Accept')) headers.set('Accept', '*/*')
  if (!headers.has('User-Agent') && 'navigator' in globalThis) headers.set('User-Agent', navigator.userAgent)
  return headers
}

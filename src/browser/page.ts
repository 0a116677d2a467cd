/** Resolves a URL relative to the page; undefined if it is invalid. */
export function addressOnPage(given: string | URL): URL | undefined {
  const base = 'document' in globalThis ? document.baseURI : undefined
  return URL.canParse(String(given), base) ? new URL(String(given), base) : undefined
}

/** Returns the headers of a request, with those that a browser adds when it sends the request. */
export function sentHeaders(given: HeadersInit): Headers {
  const headers = new Headers(given)
  if (!headers.has('Accept')) headers.set('Accept', '*/*')
  if (!headers.has('User-Agent') && 'navigator' in globalThis) headers.set('User-Agent', navigator.userAgent)
  return headers
}

/** Calls a function after some milliseconds of real time. Returns a function that cancels it. */
export function afterMs(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Starts a stopwatch. Returns a function that returns the elapsed milliseconds of real time. */
export function stopwatch(): () => number {
  const begun = performance.now()
  return () => performance.now() - begun
}

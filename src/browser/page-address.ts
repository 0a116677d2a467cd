/** Resolves a URL relative to the page; undefined if it is invalid. */
export function addressOnPage(given: string | URL): URL | undefined {
  const base = 'document' in globalThis ? document.baseURI : undefined
  return URL.canParse(String(given), base) ? new URL(String(given), base) : undefined
}

/** An address as the page means it; undefined where it is none. */
export function addressOnPage(given: string | URL): URL | undefined {
  const base = 'document' in globalThis ? document.baseURI : undefined
  return URL.canParse(String(given), base) ? new URL(String(given), base) : undefined
}

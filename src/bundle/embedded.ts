/** Where a page keeps its Bundle: JSON, compressed with gzip, in base64. */
const ELEMENT = '<script type="text/plain" id="bundle">'
const END = '</script>'

/**
 * A page with a compressed Bundle in its place for one. Base64 has no character that could end the place.
 *
 * @param page a page that has the place, still empty
 */
export function pageWith(page: string, base64: string): string {
  const parts = page.split(`${ELEMENT}${END}`)
  const [before = '', after = ''] = parts
  if (parts.length !== 2) throw new Error('fakecluster has a bug: the page has no place for a Bundle')
  // A file has nobody to ask.
  return `${before.replace("connect-src 'self'; ", '')}${ELEMENT}${base64}${END}${after}`
}

/**
 * The compressed Bundle in a page; undefined where the page has no place for one, and `cut` where the page ends in it.
 */
export function embeddedIn(page: string): { readonly base64: string } | 'cut' | undefined {
  const start = page.indexOf(ELEMENT)
  if (start < 0) return undefined
  const end = page.indexOf(END, start)
  return end < 0 ? 'cut' : { base64: page.slice(start + ELEMENT.length, end).trim() }
}

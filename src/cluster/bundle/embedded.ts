/** The element of a page that holds its Bundle: JSON, compressed with gzip, in base64. */
const ELEMENT = '<script type="text/plain" id="bundle">'
const END = '</script>'

/**
 * Inserts a compressed Bundle into a page. Base64 has no characters that could end the element.
 *
 * @param page a page whose element for a Bundle is still empty
 */
export function pageWith(page: string, base64: string): string {
  const parts = page.split(`${ELEMENT}${END}`)
  const [before = '', after = ''] = parts
  if (parts.length !== 2) throw new Error('fakecluster has a bug: the page has no place for a Bundle')
  // A page in a file has no server to connect to.
  return `${before.replace("connect-src 'self'; ", '')}${ELEMENT}${base64}${END}${after}`
}

/**
 * Extracts the compressed Bundle of a page; undefined if the page has no element for one, `cut` if the page ends inside
 * it.
 */
export function embeddedIn(page: string): { readonly base64: string } | 'cut' | undefined {
  const start = page.indexOf(ELEMENT)
  if (start < 0) return undefined
  const end = page.indexOf(END, start)
  return end < 0 ? 'cut' : { base64: page.slice(start + ELEMENT.length, end).trim() }
}

import type { Bundle } from '../../bundle/types.js'

/** The bundle a file carries inside; undefined in a page that a server serves. */
export function readEmbedded(document: Document): Bundle | undefined {
  const text = document.getElementById('bundle')?.textContent?.trim() ?? ''
  if (text === '') return undefined
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes)) as Bundle // what wrote the file put one in
}

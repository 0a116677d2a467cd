import { decompressed } from '../../base/gzip.js'
import { unpackedBundle } from '../../bundle/packed.js'
import type { Bundle } from '../../bundle/types.js'

/** The bundle a file carries inside; undefined in a page that a server serves. Rejects where the file is damaged. */
export async function readEmbedded(document: Document): Promise<Bundle | undefined> {
  const text = document.getElementById('bundle')?.textContent?.trim() ?? ''
  if (text === '') return undefined
  return unpackedBundle(JSON.parse(await decompressed(text))) as Bundle // what wrote the file put one in
}

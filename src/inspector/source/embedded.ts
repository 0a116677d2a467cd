import { decompressed } from '../../base/gzip.js'
import { readJson } from '../../base/read-json.js'
import type { PackedBundle } from '../../bundle/packed.js'
import type { Bundle } from '../../bundle/types.js'
import { unpacked } from '../../patch/alike.js'

/** The bundle a file carries inside; undefined in a page that a server serves. Rejects where the file is damaged. */
export async function readEmbedded(document: Document): Promise<Bundle | undefined> {
  const text = document.getElementById('bundle')?.textContent?.trim() ?? ''
  if (text === '') return undefined
  const packed = readJson(await decompressed(text)) as PackedBundle // what wrote the file put one in
  return unpacked(packed) as Bundle // which it was
}

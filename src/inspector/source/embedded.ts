import { decompressed } from '../../base/bytes/gzip.js'
import { readJson } from '../../base/json/read-json.js'
import type { PackedBundle } from '../../cluster/bundle/packed.js'
import type { Bundle } from '../../cluster/bundle/types.js'
import { unpacked } from '../../model/patch/alike.js'

/** Reads the Bundle that a file contains; undefined in a page from a server. Rejects if the file is damaged. */
export async function readEmbedded(document: Document): Promise<Bundle | undefined> {
  const text = document.getElementById('bundle')?.textContent?.trim() ?? ''
  if (text === '') return undefined
  const packed = readJson(await decompressed(text)) as PackedBundle // it was written as one
  return unpacked(packed) as Bundle // unpacking restores it
}

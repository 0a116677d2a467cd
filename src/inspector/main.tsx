import { render } from 'preact'
import { mustHave } from '../base/must-have.js'
import { App } from './app.js'
import { decompressed } from '../base/bytes/gzip.js'
import { readJson } from '../base/json/json-text.js'
import type { PackedBundle } from '../cluster/bundle/packed.js'
import type { Bundle } from '../cluster/bundle/types.js'
import { unpacked } from '../model/patch/alike.js'

const page = mustHave(document.getElementById('page') ?? undefined, 'the element of the page')
// Shown first, as a large file takes long to read.
page.textContent = 'Opening…'
readEmbedded(document).then(
  (embedded) => {
    page.textContent = ''
    render(<App embedded={embedded} />, page)
  },
  () => void (page.textContent = 'The data in this file is damaged: copy it again, whole.'),
)

/** Reads the Bundle that a file contains; undefined in a page from a server. Rejects if the file is damaged. */
async function readEmbedded(document: Document): Promise<Bundle | undefined> {
  const text = document.getElementById('bundle')?.textContent?.trim() ?? ''
  if (text === '') return undefined
  const packed = readJson(await decompressed(text)) as PackedBundle // it was written as one
  return unpacked(packed) as Bundle // unpacking restores it
}

import { compressed } from '../../base/bytes/gzip.js'
import { encodeJson } from '../../base/json/json.js'
import { mustHave } from '../../base/must-have.js'
import { pageWith } from '../../cluster/bundle/embedded.js'
import { packedBundle } from '../../cluster/bundle/packed.js'
import type { Bundle } from '../../cluster/bundle/types.js'

/**
 * Saves this page with a Bundle in it, as a file that any browser shows without a network, like those of `bundle`.
 * Returns the name of the file.
 */
export async function savePage(document: Document, bundle: Bundle): Promise<string> {
  const text = pageWith(emptyPage(document), await compressed(encodeJson(packedBundle(bundle))))
  const url = URL.createObjectURL(new Blob([text], { type: 'text/html' }))
  const download = `revision-${bundle.to}.fakecluster.html`
  Object.assign(document.createElement('a'), { href: url, download }).click()
  URL.revokeObjectURL(url)
  return download
}

/** Returns the HTML of this page before it was rendered. */
function emptyPage(document: Document): string {
  const copy = document.documentElement.cloneNode(true) as HTMLElement // a clone has the same type
  mustHave(copy.querySelector('#page') ?? undefined, 'the element of the page').replaceChildren()
  return `<!doctype html>\n${copy.outerHTML}\n`
}

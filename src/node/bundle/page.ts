import { gzipSync } from 'node:zlib'
import { encodeJson } from '../../base/json/json.js'
import { pageWith } from '../../cluster/bundle/embedded.js'
import { packedBundle } from '../../cluster/bundle/packed.js'
import type { Bundle } from '../../cluster/bundle/types.js'
import { StartError } from '../failure.js'
import { readInspectorPage } from '../inspector-page.js'

/**
 * Returns the inspector's page with a Bundle in it, as a file that any browser shows without a network.
 *
 * @throws StartError if the page has not been built
 */
export function pageOf(bundle: Bundle): string {
  const page = readInspectorPage()
  if (page === undefined) throw new StartError('The inspector’s page is not built: npm run build.')
  return pageWith(page, gzipSync(encodeJson(packedBundle(bundle)), { level: 9 }).toString('base64'))
}

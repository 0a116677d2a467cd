import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Bundle } from '../../cluster/bundle/types.js'
import { fileFailure, StartError } from '../failure.js'
import { writeOver } from '../files/write.js'
import { gzipSync } from 'node:zlib'
import { encodeJson } from '../../base/json/json.js'
import { pageWith } from '../../cluster/bundle/embedded.js'
import { packedBundle } from '../../cluster/bundle/packed.js'
import { readInspectorPage } from '../inspector-page.js'

/**
 * Writes a Bundle as a page, atomically replacing an existing file. One with the values of Secrets is readable by its
 * owner only. Returns the absolute path of the file.
 *
 * @throws StartError if it cannot be written
 */
export function writeBundle(file: string, bundle: Bundle): string {
  return writeOver(file, pageOf(bundle), { isSecret: bundle.secrets === 'shown' })
}

/**
 * Does the same for a file that a program names; missing folders are created.
 *
 * @throws StartError if it cannot be written
 */
export function writeBundleInFolders(file: string, bundle: Bundle): string {
  try {
    mkdirSync(dirname(file), { recursive: true })
  } catch (error) {
    throw fileFailure(error, 'write', file)
  }
  return writeBundle(file, bundle)
}

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

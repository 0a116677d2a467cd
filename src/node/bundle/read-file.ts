import { readBundle } from '../../cluster/bundle/read.js'
import type { Bundle } from '../../cluster/bundle/types.js'
import { readText } from '../files/read.js'

/**
 * Reads the Bundle of a file: a page, or JSON of the control API.
 *
 * @throws StartError if the file cannot be read, BundleError if it holds no Bundle
 */
export async function readBundleFile(file: string): Promise<Bundle> {
  return readBundle(await readText(file), file)
}

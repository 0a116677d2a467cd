import { readFile } from 'node:fs/promises'
import { readBundle } from '../../bundle/read.js'
import type { Bundle } from '../../bundle/types.js'
import { fileFailure } from '../failure.js'

/**
 * Reads the Bundle of a file: a page, or JSON of the control API.
 *
 * @throws StartError if the file cannot be read, BundleError if it holds no Bundle
 */
export async function readBundleFile(file: string): Promise<Bundle> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw fileFailure(error, 'read', file)
  })
  return readBundle(text, file)
}

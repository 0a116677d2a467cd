import { readFile } from 'node:fs/promises'
import { readBundle } from '../../bundle/read.js'
import type { Bundle } from '../../bundle/types.js'
import { fileFailure } from '../failure.js'

/**
 * Reads the Bundle in a file: a page, or JSON as control gives it.
 *
 * @throws StartError where there is no such file, BundleError where it holds no Bundle
 */
export async function readBundleFile(file: string): Promise<Bundle> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw fileFailure(error, 'read', file)
  })
  return readBundle(text, file)
}

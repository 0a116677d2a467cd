import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Bundle } from '../../cluster/bundle/types.js'
import { fileFailure } from '../failure.js'
import { writeOver } from '../files/write.js'
import { pageOf } from './page.js'

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

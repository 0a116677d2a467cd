import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Bundle } from '../../bundle/types.js'
import { fileFailure } from '../failure.js'
import { pageOf } from './page.js'

let written = 0

/**
 * Writes a Bundle as a page, atomically replacing an existing file; missing folders are created. Returns the absolute
 * path of the file.
 *
 * @throws StartError if it cannot be written
 */
export function writeBundle(file: string, bundle: Bundle): string {
  const page = pageOf(bundle)
  const path = resolve(file)
  const beside = `${path}.${process.pid}-${++written}.tmp`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(beside, page)
    renameSync(beside, path)
    return path
  } catch (error) {
    rmSync(beside, { force: true })
    throw fileFailure(error, 'write', file)
  }
}

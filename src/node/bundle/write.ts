import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Bundle } from '../../bundle/types.js'
import { StartError, fileFailure } from '../failure.js'
import { readInspectorPage } from '../inspector-page.js'
import { pageOf } from './page.js'

let written = 0

/**
 * Writes a Bundle as a page, all of it or nothing, in place of what was there; folders are made. Returns the file's absolute path.
 *
 * @throws StartError where it cannot be written
 */
export async function writeBundle(file: string, bundle: Bundle): Promise<string> {
  const page = await readInspectorPage()
  if (page === undefined) throw new StartError('The inspector’s page is not built: npm run build.')
  const path = resolve(file)
  const beside = `${path}.${process.pid}-${++written}.tmp`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(beside, pageOf(page, bundle))
    renameSync(beside, path)
    return path
  } catch (error) {
    rmSync(beside, { force: true })
    throw fileFailure(error, 'write', file)
  }
}

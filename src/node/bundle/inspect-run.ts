import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onDemand } from '../../base/on-demand.js'
import { bundleOf } from '../../cluster/bundle/telling.js'
import type { Inspector } from '../../cluster/node-parts.js'
import type { Bundle } from '../../cluster/bundle/types.js'
import { fileFailure } from '../failure.js'
import { writeInside } from '../files/write.js'
import { pageOf, writeBundleInFolders } from './write.js'

export { StatusError } from '../../base/errors/status.js'

/**
 * Writes what happened in a cluster as a page: to the given file, or under a new name in the given folder, in that of
 * `$FAKECLUSTER_BUNDLES`, or in a temporary folder.
 *
 * @throws StartError if it cannot be written
 */
export const inspectRun: Inspector = (
  source,
  { file, secrets, folder = process.env['FAKECLUSTER_BUNDLES'] },
): string => {
  const bundle = bundleOf(source, { secrets })
  return file === undefined ? writeNew(folder || temporary().path, bundle) : writeBundleInFolders(file, bundle)
}

/** The temporary folder of this process. */
const temporary = onDemand(() => ({ path: mkdtempSync(join(tmpdir(), 'fakecluster-')) }))

/** Writes a page under the first name that is free, even if other processes write there at the same time. */
function writeNew(folder: string, bundle: Bundle): string {
  const page = pageOf(bundle)
  for (let number = 1; ; number++) {
    const name = `run-${number}.fakecluster.html`
    try {
      return writeInside(folder, name, page, { isSecret: bundle.secrets === 'shown' })
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST'
      if (!isTaken) throw fileFailure(error, 'write', join(folder, name))
    }
  }
}

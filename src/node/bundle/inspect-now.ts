import { callerError } from '../../check/arguments.js'
import type { Inspector } from '../../cluster/inspecting.js'
import { importNow } from '../import-now.js'

/**
 * Writes what happened in a cluster before it returns; all that takes is loaded at the first call.
 *
 * @throws StartError where the file cannot be written, TypeError in test runners that can load nothing at once
 */
export const inspectNow: Inspector = (source, place) => loadWriter().inspectRun(source, place)

function loadWriter() {
  try {
    return importNow(() => import('./inspect-run.js'))
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    throw callerError(
      `cluster.inspect: ${problem}; write it with \`await bundle(cluster, 'run.fakecluster.html')\` of fakecluster/node`,
    )
  }
}

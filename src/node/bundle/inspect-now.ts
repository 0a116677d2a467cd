import { callerError } from '../../base/check/arguments.js'
import type { Inspector } from '../../cluster/node-parts.js'
import { messageOf } from '../../base/errors/status.js'
import { importNow } from '../import-now.js'

/**
 * Synchronously writes what happened in a cluster; its modules are loaded at the first call.
 *
 * @throws StartError if the file cannot be written, TypeError in test runners that cannot load modules synchronously
 */
export const inspectNow: Inspector = (source, place) => loadWriter().inspectRun(source, place)

function loadWriter() {
  try {
    return importNow(() => import('./inspect-run.js'))
  } catch (error) {
    const problem = messageOf(error)
    throw callerError(
      `cluster.inspect: ${problem}; write it with \`await bundle(cluster, 'run.fakecluster.html')\` of fakecluster/node`,
    )
  }
}

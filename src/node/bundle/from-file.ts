import { publicAsync } from '../../base/errors/call-site.js'
import type { Bundle } from '../../cluster/bundle/types.js'
import { checkArguments } from '../../base/check/arguments.js'
import { type ReplayOptions, fromBundle as fromValue, replay as replayValue } from '../../cluster/bundles.js'
import type { FromBundleOptions } from '../../cluster/from-bundle.js'
import type { Replay } from '../../cluster/replay/run.js'
import type { Cluster } from '../../cluster/types.js'
import { filePath } from './bundle.js'

/**
 * Creates a cluster from a Bundle or the file of one (a page or JSON): with its last state, or the state at a revision,
 * and the history up to there. The cluster is independent of the recorded one. Its controllers continue from there,
 * unless `controllers: 'none'` is given.
 *
 * @throws StartError if the file cannot be read; BundleError if it is not a Bundle, is cut off, has another format, or
 * needs code that is not given again; RangeError for a revision that the Bundle does not hold
 * @example
 * const cluster = await fromBundle('run.fakecluster.html', { at: 1005 })
 */
export const fromBundle = publicAsync(
  async (file: string | Bundle, options: FromBundleOptions = {}): Promise<Cluster> =>
    fromValue(await bundleIn(file), options),
)

/**
 * Sends the requests of a Bundle, or of the file of one, again, at the times they were made, to a cluster that begins
 * in the same state as the recorded one, and reports the differences. Hooks and controllers that are code are replayed
 * by their recorded effects. Secret values, masked or not, are not compared.
 *
 * @throws StartError if the file cannot be read, BundleError if it is not a Bundle, or does not hold the whole run
 * @example
 * const { identical, differences } = await replay('run.fakecluster.html')
 */
export const replay = publicAsync(async (file: string | Bundle, options: ReplayOptions = {}): Promise<Replay> =>
  replayValue(await bundleIn(file), options),
)

/**
 * Reads the file of a Bundle (a page or JSON) as the plain value that `cluster.bundle()` returned: requests with their
 * responses, changes, hooks and watches. Integers that JavaScript would round are bigints.
 *
 * @throws StartError if the file cannot be read, BundleError if it is not a Bundle, is cut off, or has another format
 * @example
 * const { requests } = await readBundle('run.fakecluster.html')
 * console.log(requests.map(({ method, path, code }) => `${method} ${path} ${code}`))
 */
export const readBundle = publicAsync(async (file: string): Promise<Bundle> => {
  checkArguments('readBundle', parameters, [file])
  return bundleIn(file)
})

const parameters = { file: filePath }

/** Reads the Bundle of a file; returns a Bundle as it is. */
const bundleIn = async (file: string | Bundle): Promise<Bundle> =>
  typeof file === 'string' ? (await import('./read-file.js')).readBundleFile(file) : file

import { publicAsync } from '../../base/call-site.js'
import type { Bundle } from '../../bundle/types.js'
import { checkArguments } from '../../check/arguments.js'
import { type ReplayOptions, fromBundle as fromValue, replay as replayValue } from '../../cluster/bundles.js'
import type { FromBundleOptions } from '../../cluster/from-bundle.js'
import type { Replay } from '../../cluster/replay/types.js'
import type { Cluster } from '../../cluster/types.js'
import { filePath } from './bundle.js'

/**
 * Makes the cluster that a file tells of, a page or JSON, or a Bundle: its last state, or that of a revision, with the
 * history up to there. It is a fork: what is done to it changes nothing else. Its controllers go on from there, unless
 * `controllers: 'none'` says otherwise.
 *
 * @throws StartError where the file cannot be read; BundleError for what is no Bundle, is cut off, of another format,
 * or lacks what the cluster was made with; RangeError for a revision it does not hold
 * @example
 * const cluster = await fromBundle('run.fakecluster.html', { at: 1005 })
 */
export const fromBundle = publicAsync(
  async (file: string | Bundle, options: FromBundleOptions = {}): Promise<Cluster> =>
    fromValue(await bundleIn(file), options),
)

/**
 * Sends the requests that a file tells of again, at the times they came, to a cluster that begins as the recorded one
 * did, and tells where they end otherwise. Hooks and controllers that are code do again what they did. Secret values,
 * masked or not, are not compared.
 *
 * @throws StartError where the file cannot be read, BundleError for what is no Bundle, or does not hold the whole run
 * @example
 * const { identical, differences } = await replay('run.fakecluster.html')
 */
export const replay = publicAsync(async (file: string | Bundle, options: ReplayOptions = {}): Promise<Replay> =>
  replayValue(await bundleIn(file), options),
)

/**
 * Reads a file, a page or JSON, as the plain value that `cluster.bundle()` gave: its requests with their replies, its
 * changes, hooks and watches. Integers that JavaScript would round are bigints.
 *
 * @throws StartError where the file cannot be read, BundleError for what is no Bundle, is cut off or of another format
 * @example
 * const { requests } = await readBundle('run.fakecluster.html')
 * console.log(requests.map(({ method, path, code }) => `${method} ${path} ${code}`))
 */
export const readBundle = publicAsync(async (file: string): Promise<Bundle> => {
  checkArguments('readBundle', parameters, [file])
  return bundleIn(file)
})

const parameters = { file: filePath }

/** The Bundle in a file; one that is given is itself. */
const bundleIn = async (file: string | Bundle): Promise<Bundle> =>
  typeof file === 'string' ? (await import('./read-file.js')).readBundleFile(file) : file

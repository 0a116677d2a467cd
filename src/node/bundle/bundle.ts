import { publicAsync } from '../../base/call-site.js'
import { checkArguments, code, optionsOf } from '../../check/arguments.js'
import { clusterWith } from '../../check/cluster.js'
import { flag } from '../../check/shape.js'
import type { Cluster } from '../../cluster/types.js'

/** Options of {@link bundle}. */
export type BundleFileOptions = {
  /** Whether the values of Secrets and tokens are in it (default false: `masked` stands in their place). */
  readonly secrets?: boolean
}

/** The path of the file of a Bundle. */
export const filePath = code('the path of a file', (value) => typeof value === 'string' && value !== '')

const parameters = {
  cluster: clusterWith('bundle'),
  file: filePath,
  options: optionsOf({ secrets: flag }, '{ secrets: true }'),
}

/**
 * Writes what happened in a cluster as one page, which any browser shows without a network, and which `fromBundle` and
 * `replay` read. What was at the path is replaced at once; folders are made. Resolves with the file's absolute path.
 *
 * @throws StartError where the file cannot be written
 * @example
 * console.log(await bundle(cluster, 'run.fakecluster.html'))
 */
export const bundle = publicAsync(
  async (cluster: Cluster, file: string, options: BundleFileOptions = {}): Promise<string> => {
    checkArguments('bundle', parameters, [cluster, file, options])
    const [made, { writeBundle }] = await Promise.all([cluster.bundle(options), import('./write.js')])
    return writeBundle(file, made)
  },
)

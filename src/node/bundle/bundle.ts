import { publicAsync } from '../../base/errors/call-site.js'
import { checkArguments, code, optionsOf } from '../../base/check/arguments.js'
import { clusterWith } from '../../base/check/cluster.js'
import { flag } from '../../base/check/shape.js'
import type { Cluster } from '../../cluster/types.js'

/** Options of {@link bundle}. */
export type BundleFileOptions = {
  /** Whether to include the values of Secrets and tokens (default false: they are replaced by `masked`). */
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
 * Writes what happened in a cluster as an HTML page, which any browser shows without a network, and which `fromBundle`
 * and `replay` read. An existing file is replaced atomically; missing folders are created. Resolves with the absolute
 * path of the file.
 *
 * @throws StartError if the file cannot be written
 * @example
 * console.log(await bundle(cluster, 'run.fakecluster.html'))
 */
export const bundle = publicAsync(
  async (cluster: Cluster, file: string, options: BundleFileOptions = {}): Promise<string> => {
    checkArguments('bundle', parameters, [cluster, file, options])
    const [made, { writeBundleInFolders }] = await Promise.all([cluster.bundle(options), import('./write.js')])
    return writeBundleInFolders(file, made)
  },
)

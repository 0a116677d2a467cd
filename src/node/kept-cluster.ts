import { type DurableCluster, durableCluster } from '../cluster/durable/durable-cluster.js'
import { type Mismatch, OtherCluster } from '../cluster/durable/recovery.js'
import type { ClusterOptions } from '../cluster/options.js'
import type { Cluster } from '../cluster/types.js'
import { type StateSync, openStateFile } from './files/state-file.js'
import { StartError } from './failure.js'

/** Which file a cluster is kept in, and how safely. */
export type StateOptions = { readonly file: string; readonly sync?: StateSync }

/**
 * Creates the cluster of a file, which is kept there; `prepare` is as in {@link durableCluster}.
 *
 * @throws StartError for a file that cannot be used, or holds a cluster that the options are not for
 */
export async function keptCluster(
  options: ClusterOptions,
  { file, sync = 'always' }: StateOptions,
  print: (line: string) => void,
  prepare: (cluster: Cluster, isNew: boolean) => Promise<unknown>,
): Promise<DurableCluster> {
  const log = openStateFile(file, sync, print)
  try {
    const durable = await durableCluster(log, options, prepare)
    const end = () => {
      durable.end()
      log.close()
    }
    return { ...durable, end }
  } catch (error) {
    log.close()
    if (!(error instanceof OtherCluster)) throw error
    throw new StartError(
      `${file} holds another cluster: ${error.mismatches.map(tellMismatch).join('; ')}. Start it as it was, or choose another file.`,
      { cause: error },
    )
  }
}

const tellMismatch = ({ member, kept, wanted }: Mismatch): string =>
  `its ${WORDS[member]} is ${kept ?? 'none'}, and here it is ${wanted ?? 'none'}`

const WORDS: { readonly [member in Mismatch['member']]: string } = {
  kubernetesVersion: 'version of Kubernetes',
  profile: 'profile',
  clock: 'clock',
  seed: 'seed',
}

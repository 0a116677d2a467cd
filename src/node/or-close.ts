import type { Cluster } from '../cluster/types.js'

/** Does what a new cluster, or fleet, is made for; closes it if that fails. */
export async function orClose<T>(cluster: Pick<Cluster, 'close'>, make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    discard(cluster)
    throw error
  }
}

/** Closes a cluster that was never used: what its hooks expect of clients cannot have happened. */
function discard(cluster: Pick<Cluster, 'close'>): void {
  try {
    cluster.close()
  } catch {
    // Only a strict cluster throws here, once it is closed.
  }
}

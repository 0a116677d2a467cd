import type { Cluster } from '../cluster/types.js'

type Close = () => Promise<void>

const served = new WeakMap<Cluster, Set<Close>>()

/** Notes that a cluster is at an address, where clients ask in real time; returns the end of it. */
export function noteServed(cluster: Cluster, close: Close): () => void {
  const servers = served.get(cluster) ?? new Set()
  served.set(cluster, servers.add(close))
  return () => void servers.delete(close)
}

/** Tells whether a cluster is at an address. */
export const isServed = (cluster: Cluster): boolean => (served.get(cluster)?.size ?? 0) > 0

/** Ends every server of a cluster. */
export async function closeServers(cluster: Cluster): Promise<void> {
  await Promise.all([...(served.get(cluster) ?? [])].map((close) => close()))
}

import type { Cluster } from '../types.js'

type Close = () => Promise<void>

const served = new WeakMap<Cluster, Set<Close>>()

/** Records that a cluster is served at a URL, where clients work in real time. Returns a function to undo that. */
export function noteServed(cluster: Cluster, close: Close): () => void {
  const servers = served.get(cluster) ?? new Set()
  served.set(cluster, servers.add(close))
  return () => void servers.delete(close)
}

/** Tells whether a cluster is served at a URL. */
export const isServed = (cluster: Cluster): boolean => (served.get(cluster)?.size ?? 0) > 0

/** Closes all servers of a cluster. */
export async function closeServers(cluster: Cluster): Promise<void> {
  await Promise.all([...(served.get(cluster) ?? [])].map((close) => close()))
}

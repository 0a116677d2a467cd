import type { ObjectDiff } from './diff.js'

const LEASES = 'kube-node-lease'
/** What a sign of life of a node changes, in its Lease and in itself. */
const OF_A_LEASE = /^\/(metadata\/(resourceVersion|managedFields\/\d+\/time)|spec\/renewTime)$/
const OF_A_NODE = /^\/(metadata\/resourceVersion|status\/conditions\/\d+\/lastHeartbeatTime)$/

/** Whether nothing differs but what the signs of life of a node change. */
export function isHeartbeat({ type, kind, namespace, patch }: ObjectDiff): boolean {
  const members = kind === 'Node' ? OF_A_NODE : kind === 'Lease' && namespace === LEASES ? OF_A_LEASE : undefined
  return type === 'changed' && members !== undefined && patch.every(({ path }) => members.test(path))
}

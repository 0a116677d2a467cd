import { identityOf, storedName } from '../../schema/object.js'
import type { Controller } from '../runtime/types.js'
import { NODE } from './node-taints.js'

const LEASES = 'kube-node-lease'

/**
 * Taints nodes by their conditions, and monitors their health by the heartbeats of their status and their Leases in
 * `kube-node-lease`. Nodes are checked every five seconds, each only as long as there is something to check.
 */
export const nodeLifecycle: Controller = {
  name: 'node-lifecycle',
  user: 'system:serviceaccount:kube-system:node-controller',
  watches: {
    // Heartbeats of simulated nodes are seen at the next check.
    Node({ prev, next, heartbeat }) {
      const node = next ?? prev
      return node && !heartbeat ? [identityOf(node)] : []
    },
    *Lease({ next, heartbeat }) {
      if (!heartbeat && next?.metadata.namespace === LEASES) yield { name: storedName(next), ...NODE }
    },
  },
  load: () => import('./sync-node.js'),
}

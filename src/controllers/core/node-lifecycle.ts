import { identityOf } from '../../schema/identity.js'
import { storedName } from '../../schema/stored-metadata.js'
import type { Controller } from '../runtime/types.js'
import { NODE } from './node-taints.js'

const LEASES = 'kube-node-lease'

/**
 * Taints nodes after their conditions, and judges by their heartbeats (of the status, and of their Leases in
 * `kube-node-lease`) whether they are still there. Nodes are looked at every five seconds, each only while there is
 * something to see.
 */
export const nodeLifecycle: Controller = {
  name: 'node-lifecycle',
  watches: {
    // Signs of life of simulated nodes are seen when they are looked at next.
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

import type { Controller } from '../runtime/types.js'
import { NODE_TTL } from '../../agents/node-ttl.js'
import { NODE } from './node-taints.js'

/**
 * Says on every node with an agent for how long that may keep what it has read, which is longer the more nodes there
 * are.
 */
export const nodeTtl: Controller<'Node'> = {
  name: 'node-ttl',
  user: 'system:serviceaccount:kube-system:ttl-controller',
  watches: {
    // All nodes together: when there are many more or fewer, each is told.
    *Node({ prev, next, stated, heartbeat }) {
      if (stated || heartbeat) return
      const [before, after] = [prev, next].map((node) => node?.metadata.annotations?.[NODE_TTL])
      if (!prev || !next || before !== after) yield { ...NODE, name: '(all)' }
    },
  },
  load: () => import('./sync-node-ttl.js'),
}

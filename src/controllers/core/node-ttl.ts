import type { Controller } from '../runtime/types.js'
import { NODE_TTL } from '../agents/kubelet/node-ttl.js'
import { NODE } from './node-taints.js'

/** Annotates every node that has an agent with the TTL of the agent's caches, which grows with the number of nodes. */
export const nodeTtl: Controller<'Node'> = {
  name: 'node-ttl',
  user: 'system:serviceaccount:kube-system:ttl-controller',
  watches: {
    // One key for all nodes: if their number changes enough, each is annotated.
    *Node({ prev, next, stated, heartbeat }) {
      if (stated || heartbeat) return
      const [before, after] = [prev, next].map((node) => node?.metadata.annotations?.[NODE_TTL])
      if (!prev || !next || before !== after) yield { ...NODE, name: '(all)' }
    },
  },
  load: () => import('./sync-node-ttl.js'),
}

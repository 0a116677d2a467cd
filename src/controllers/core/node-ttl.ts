import type { Steps } from '../../base/turns/steps.js'
import { NODE_TTL, ttlAt, ttlStep } from '../agents/kubelet/node-ttl.js'
import { startsAgent } from '../agents/starts-agent.js'
import type { Again, Controller, Key, WorldInSteps } from '../runtime/types.js'
import { NODE, type Node } from './node-taints.js'

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
  reconcileInSteps: annotate,
}

/** Annotates every node with an agent whose TTL does not match the number of nodes. */
function* annotate(_: Key, world: WorldInSteps): Steps<Again | undefined | void> {
  const nodes = world.list('Node')
  const before = (world.memory as number | undefined) ?? 0 // as remembered below
  const step = ttlStep(nodes.length, before)
  if (step !== before) world.remember(step === 0 ? undefined : step)
  const ttl = ttlAt(step)
  for (const node of nodes)
    if (isTold(node, world) && node.metadata.annotations?.[NODE_TTL] !== ttl)
      yield* world.patch(
        'Node',
        { name: node.metadata.name ?? '' },
        { metadata: { annotations: { [NODE_TTL]: ttl } } },
        STRATEGIC,
      )
}

/** A node created by a request has no agent, and is annotated only if it has the annotation already. */
const isTold = (node: Node, world: WorldInSteps) =>
  node.metadata.annotations?.[NODE_TTL] !== undefined || startsAgent(node, false, world)

const STRATEGIC = { type: 'strategic' } as const

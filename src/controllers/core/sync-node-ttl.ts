import { NODE_TTL, ttlAt, ttlStep } from '../../agents/node-ttl.js'
import { startsAgent } from '../agents/starts-agent.js'
import type { Reconcile, World } from '../runtime/types.js'
import type { Node } from './node-taints.js'

/** Annotates every node with an agent that says otherwise than the number of nodes asks for. */
export const reconcile: Reconcile = (_, world) => {
  const nodes = world.list('Node')
  const before = (world.memory as number | undefined) ?? 0 // as remembered below
  const step = ttlStep(nodes.length, before)
  if (step !== before) world.remember(step === 0 ? undefined : step)
  const ttl = ttlAt(step)
  for (const node of nodes)
    if (isTold(node, world) && node.metadata.annotations?.[NODE_TTL] !== ttl)
      world.patch(
        'Node',
        { name: node.metadata.name ?? '' },
        { metadata: { annotations: { [NODE_TTL]: ttl } } },
        STRATEGIC,
      )
}

/** A node that a request made has no agent to tell, until it says otherwise. */
const isTold = (node: Node, world: World) =>
  node.metadata.annotations?.[NODE_TTL] !== undefined || startsAgent(node, false, world)

const STRATEGIC = { type: 'strategic' } as const

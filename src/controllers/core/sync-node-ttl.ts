import { NODE_TTL, ttlAt, ttlStep } from '../../agents/node-ttl.js'
import type { Reconcile } from '../runtime/types.js'

/** Annotates every node that says otherwise than the number of nodes asks for. */
export const reconcile: Reconcile = (_, world) => {
  const nodes = world.list('Node')
  const before = (world.memory as number | undefined) ?? 0 // as remembered below
  const step = ttlStep(nodes.length, before)
  if (step !== before) world.remember(step === 0 ? undefined : step)
  const ttl = ttlAt(step)
  for (const { metadata } of nodes)
    if (metadata.annotations?.[NODE_TTL] !== ttl)
      world.patch('Node', { name: metadata.name ?? '' }, { metadata: { annotations: { [NODE_TTL]: ttl } } }, STRATEGIC)
}

const STRATEGIC = { type: 'strategic' } as const

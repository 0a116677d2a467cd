import { identityOf } from '../../schema/identity.js'
import { podsOn } from '../core/pods.js'
import type { Controller } from '../runtime/types.js'
import { type Agent, agentOf } from './agent.js'
import { MANAGER, renewAll, roundKey } from './heartbeats.js'
import { syncPod } from './sync-pod.js'
import type { AgentPod } from './types.js'

/**
 * Simulates the agents (kubelets) of nodes that a fixture states with a Ready condition of True or False: each renews its Lease
 * in `kube-node-lease` every ten seconds and the heartbeats of its node every five minutes, and plays the pods of its node.
 * A node made by a request has no agent. All renew in one transaction; where no node has an agent nothing is planned.
 */
export const nodeAgents: Controller = {
  name: 'node-agents',
  user: 'system:nodes',
  manager: MANAGER,
  quiet: ['Node', 'Lease'],
  watches: {
    Node({ prev, next, heartbeat }) {
      const node = next ?? prev
      return node && !heartbeat ? [identityOf(node)] : []
    },
    *Pod(change: PodChange) {
      const pod = change.next ?? change.prev
      if (pod?.spec?.nodeName && isNews(change)) yield identityOf(pod)
    },
  },
  reconcile(key, world) {
    if (key.kind === 'Pod') return syncPod(key, world)
    if (key.name === roundKey.name) return renewAll(world)
    const node = world.get('Node', { name: key.name })
    const agent = node && agentOf(node, world)
    const isBack = agent && !agent.silent && !isAlive(world.memory as Agent | undefined) // as remembered below
    world.remember(agent)
    if (agent && !agent.silent) world.wake(roundKey)
    // It has not heard of anything before it ran.
    if (isBack) for (const pod of podsOn(key.name, world)) world.wake(identityOf(pod))
  },
}

const isAlive = (agent: Agent | undefined) => agent !== undefined && !agent.silent

type PodChange = { readonly prev: AgentPod | undefined; readonly next: AgentPod | undefined }

/** Tells whether an agent has to look at a pod: what it writes itself is no news. */
function isNews({ prev, next }: PodChange): boolean {
  if (!prev || !next) return true
  const [before, after] = [prev.metadata, next.metadata]
  return (
    before.generation !== after.generation ||
    before.deletionTimestamp !== after.deletionTimestamp ||
    prev.spec?.nodeName !== next.spec?.nodeName ||
    (next.spec?.readinessGates !== undefined && prev.status?.conditions !== next.status?.conditions)
  )
}

import { identityOf } from '../../schema/object.js'
import type { Call } from '../../model/call/call.js'
import type { Controller, Reader } from '../runtime/types.js'
import type { AgentPod } from './kubelet/types.js'

/**
 * Simulates the agents (kubelets) of nodes that a fixture states with a Ready condition of True or False, or that an
 * annotation or option gives one: each renews its Lease in `kube-node-lease` every ten seconds, updates the heartbeats
 * of its node every five minutes, and runs the pods of its node. All renew in one transaction; without agents nothing
 * is planned.
 */
export const nodeAgents: Controller = {
  name: 'node-agents',
  user: kubeletOf,
  manager: 'kubelet',
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
  load: () => import('./sync-agents.js'),
}

/** Returns the user of the node that makes a call: about a pod on it, itself or its Lease, or with an Event. */
function kubeletOf({ target: { def, namespace, name }, body }: Call, world: Reader): string {
  const { metadata, source } = (body?.value ?? {}) as Told // what agents write
  const node =
    def.kind === 'Pod'
      ? world.get<AgentPod>('v1/Pod', { namespace, name })?.spec?.nodeName
      : def.kind === 'Event'
        ? source?.host
        : name || metadata?.name
  return `system:node:${node}`
}

type Told = { readonly metadata?: { readonly name?: string }; readonly source?: { readonly host?: string } }

type PodChange = { readonly prev: AgentPod | undefined; readonly next: AgentPod | undefined }

/** Returns whether an agent has to sync a pod after a change; it ignores its own writes. */
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

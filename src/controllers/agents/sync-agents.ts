import { identityOf } from '../../schema/identity.js'
import type { Again, Key, World } from '../runtime/types.js'
import type { Node } from '../core/node-taints.js'
import { type Agent, agentOf } from './agent.js'
import { allotExtendedResources, extendedResourcesOf } from './extended-resources.js'
import { makeLease, renewAll, roundKey } from './heartbeats.js'
import { syncPod } from './sync-pod.js'

/** Syncs the agent of a node, a pod on its node, or the heartbeats of all agents. */
export function reconcile(key: Key, world: World): Again | undefined {
  if (key.kind === 'Pod') return syncPod(key, world)
  if (key.name === roundKey.name) return renewAll(world)
  const node = world.get('Node', { name: key.name })
  const before = world.memory as Agent | undefined // as remembered below
  const agent = node && agentOf(node, world)
  const isBack = isAlive(agent) && !isAlive(before)
  if (node && isAlive(agent) && before?.uid === agent?.uid) allotExtendedResources(node, before?.extended ?? {}, world)
  world.remember(node && agent ? { ...agent, ...knownOf(node, agent, before) } : undefined)
  if (isAlive(agent)) world.wake(roundKey)
  // It missed all changes from before it ran.
  if (isBack && node) makeLease(node, world)
  if (isBack) for (const pod of world.podsOn(key.name)) world.wake(identityOf(pod))
  return undefined
}

/** Returns what an agent knows of its node; a silent one does not see changes. */
function knownOf(node: Node, agent: Agent, before: Agent | undefined): Pick<Agent, 'extended'> {
  const extended = isAlive(agent) ? extendedResourcesOf(node) : (before?.extended ?? {})
  return Object.keys(extended).length === 0 ? {} : { extended }
}

const isAlive = (agent: Agent | undefined) => agent !== undefined && !agent.silent

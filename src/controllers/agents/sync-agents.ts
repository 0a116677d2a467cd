import type { Steps } from '../../base/turns/steps.js'
import { identityOf } from '../../schema/identity.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'
import type { Node } from '../core/node-taints.js'
import { type Agent, agentOf } from './agent.js'
import { syncExtendedResources } from './extended-resources.js'
import { makeLease, renewAll, roundKey } from './heartbeats.js'
import { syncPod } from './sync-pod.js'

/** Syncs the agent of a node, a pod on its node, or the heartbeats of all agents. */
export function* reconcileInSteps(key: Key, world: WorldInSteps): Steps<Again | undefined> {
  if (key.kind === 'Pod') return yield* syncPod(key, world)
  if (key.name === roundKey.name) return yield* renewAll(world)
  const node = world.get('Node', { name: key.name })
  const before = world.memory as Agent | undefined // as remembered below
  const agent = node && (yield* agentOf(node, world))
  const isBack = isAlive(agent) && !isAlive(before)
  world.remember(node && agent && (yield* withExtended(agent, node, before, world)))
  if (isAlive(agent)) world.wake(roundKey)
  // It missed all changes from before it ran.
  if (isBack && node) yield* makeLease(node, world)
  if (isBack) for (const pod of world.podsOn(key.name)) world.wake(identityOf(pod))
  return undefined
}

/** Adds what an agent knows of the extended resources of its node; a silent one does not see changes. */
function* withExtended(agent: Agent, node: Node, before: Agent | undefined, world: WorldInSteps): Steps<Agent> {
  const known = before?.uid === agent.uid ? (before.extended ?? {}) : undefined
  const extended = isAlive(agent) ? yield* syncExtendedResources(node, known, world) : (known ?? {})
  return Object.keys(extended).length === 0 ? agent : { ...agent, extended }
}

const isAlive = (agent: Agent | undefined) => agent !== undefined && !agent.silent

import { append } from '../../base/lists/lists.js'
import { formatMicroTime, formatTime } from '../../base/time/time.js'
import type { Steps } from '../../base/turns/steps.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { type KubeObject, identityOf } from '../../schema/object.js'
import type { ObjectMeta } from '../../schema/metadata.js'
import { type Node, NODE } from '../core/node-taints.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'
import { type Agent, agentOf, hasAgent } from './agent.js'
import { syncExtendedResources } from './extended-resources.js'
import { syncPod } from './sync-pod.js'

type Lease = ObjectOf<'Lease'>

/** How often an agent renews its Lease, and reports the node's status, in milliseconds: the defaults of the kubelet. */
const RENEWAL = 10_000
const REPORT = 300_000
const LEASE_SECONDS = 40
const LEASES = 'kube-node-lease'

/** The field manager of agents. */
const MANAGER = 'kubelet'

/** The times at which all agents renew their Leases and report next. */
type Round = { readonly renewal: number; readonly report: number }

/** The key shared by all agents. */
const roundKey: Key = { ...NODE, name: '(agents)' }

/** Sends the heartbeats of all agents that are due. */
function* renewAll(world: WorldInSteps): Steps<Again | undefined> {
  const now = world.now()
  const nodes = world.list('Node').filter(({ metadata }) => hasAgent(metadata.name ?? '', world))
  if (nodes.length === 0) return world.remember(undefined) ?? undefined
  // As remembered below.
  const round = (world.memory as Round | undefined) ?? { renewal: now + RENEWAL, report: now + RENEWAL }
  if (round.renewal > now) return plan(round, world)
  const reports = round.report <= now ? nodes.map((node) => reported(node, formatTime(now))) : []
  const leases: KubeObject[] = []
  for (const node of nodes) append(leases, yield* renewed(node, world))
  world.beat([...leases, ...reports])
  return plan({ renewal: now + RENEWAL, report: round.report <= now ? now + REPORT : round.report }, world)
}

function plan(round: Round, world: WorldInSteps): Again {
  world.remember(round)
  return { at: round.renewal }
}

/**
 * Returns the renewed Lease of a node; empty if it was only created now, as that is a write of a new object, not a
 * heartbeat.
 */
function* renewed(node: Node, world: WorldInSteps): Steps<readonly KubeObject[]> {
  const lease: Lease | undefined = world.get('Lease', { namespace: LEASES, name: node.metadata.name ?? '' })
  if (!lease) return (yield* makeLease(node, world)) ?? []
  const renewTime = formatMicroTime(world.now())
  return [{ ...lease, metadata: touched(lease.metadata, world), spec: { ...lease.spec, renewTime } }]
}

/** Creates the Lease of a node if it does not exist and its namespace does. */
function* makeLease({ metadata: { name = '', uid = '' } }: Node, world: WorldInSteps): Steps<undefined> {
  if (world.get('Lease', { namespace: LEASES, name }) || !world.get('Namespace', { name: LEASES })) return
  yield* world.create('Lease', {
    metadata: { name, namespace: LEASES, ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }] },
    spec: { holderIdentity: name, leaseDurationSeconds: LEASE_SECONDS, renewTime: formatMicroTime(world.now()) },
  })
}

/** Returns metadata in which the agent's managedFields entry has the current time. */
function touched(metadata: ObjectMeta, world: WorldInSteps): ObjectMeta {
  const { managedFields } = metadata
  const time = formatTime(world.now())
  if (!managedFields?.some(({ manager }) => manager === MANAGER)) return metadata
  return {
    ...metadata,
    managedFields: managedFields.map((entry) => (entry.manager === MANAGER ? { ...entry, time } : entry)),
  }
}

const reported = (node: Node, now: string): KubeObject => ({
  ...node,
  status: {
    ...node.status,
    conditions: node.status?.conditions?.map((condition) =>
      condition.lastHeartbeatTime ? { ...condition, lastHeartbeatTime: now } : condition,
    ),
  },
})

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

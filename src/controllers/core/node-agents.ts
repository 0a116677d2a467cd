import { formatMicroTime, formatTime } from '../../base/time.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import type { ObjectMeta } from '../../schema/metadata.js'
import { identityOf } from '../../schema/identity.js'
import type { KubeObject } from '../../schema/object.js'
import type { Pod } from './pods.js'
import type { Again, Controller, Key, World } from '../runtime/types.js'
import { NODE, type Node, conditionOf } from './node-taints.js'

type Lease = ObjectOf<'Lease'>
type Conditions = NonNullable<NonNullable<Node['status']>['conditions']>

/** The annotation by which anybody starts the agent of a node (`running`) or silences it (`silent`). */
export const AGENT_ANNOTATION = 'fakecluster/agent'

/** How often an agent renews its Lease, and says how its node is: a kubelet's defaults. */
const RENEWAL = 10_000
const REPORT = 300_000
const LEASE_SECONDS = 40
const LEASES = 'kube-node-lease'
const MANAGER = 'kubelet'

/** What is known of the agent of a node. */
type Agent = {
  readonly uid: string
  /** What the node's conditions were when its agent fell silent; absent while it runs. */
  readonly silent?: Conditions
}
/** When all agents renew next, and when they report. */
type Round = { readonly renewal: number; readonly report: number }

const roundKey: Key = { ...NODE, name: '(agents)' }

/**
 * Simulates the agents (kubelets) of nodes that a fixture states with a Ready condition of True or False: each renews its Lease
 * in `kube-node-lease` every ten seconds, and the heartbeats of its node every five minutes. A node made by a request has no agent.
 * All renew in one transaction; where no node has an agent nothing is planned. An agent also ends the pods of its node that are deleted.
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
    *Pod({ next }: { readonly next: Pod | undefined }) {
      if (next?.metadata.deletionTimestamp && next.spec?.nodeName) yield identityOf(next)
    },
  },
  reconcile(key, world) {
    if (key.kind === 'Pod') return endPod(key, world)
    if (key.name === roundKey.name) return renewAll(world)
    const node = world.get('Node', { name: key.name })
    const agent = node && agentOf(node, world)
    if (agent && !agent.silent) world.wake(roundKey)
    world.remember(agent)
    // It has not heard of the deletions before it ran.
    if (agent && !agent.silent)
      for (const pod of world.podsOn<Pod>(key.name)) if (isEnding(pod)) world.wake(identityOf(pod))
  },
}

const isEnding = ({ metadata }: Pod) => metadata.deletionTimestamp !== undefined

/** Ends a pod that is being deleted, where its node has an agent that runs: what its status says to run takes all the time it is given. */
function endPod({ namespace, name }: Key, world: World): Again | undefined {
  const pod = world.get<Pod>('v1/Pod', { namespace, name })
  if (!pod || !isEnding(pod) || !hasAgent(pod.spec?.nodeName, world)) return undefined
  const { uid, deletionTimestamp = '' } = pod.metadata
  const left = pod.status?.phase === 'Running' ? Date.parse(deletionTimestamp) - world.now() : 0
  if (left > 0) return { after: left }
  world.delete('v1/Pod', { namespace, name }, { gracePeriodSeconds: 0, ...(uid ? { preconditions: { uid } } : {}) })
  return undefined
}

const hasAgent = (nodeName: string | undefined, world: World): boolean => {
  for (const [{ kind, name }, memory] of world.memories())
    // Of this controller's keys the nodes but for the round have an agent for a memory.
    if (kind === NODE.kind && name === nodeName) return !(memory as Agent).silent
  return false
}

/** The agent of a node after what is said of it; undefined where it has none. */
function agentOf(node: Node, world: World): Agent | undefined {
  const before = world.memory as Agent | undefined // as remembered below
  const { uid = '', annotations = {} } = node.metadata
  const known = before?.uid === uid ? before : undefined
  const wish = annotations[AGENT_ANNOTATION]
  const status = conditionOf(node, 'Ready')?.status
  const speaks = status === 'True' || status === 'False'
  if (wish === 'silent') return known?.silent ? known : { uid, silent: node.status?.conditions ?? [] }
  if (!(wish === 'running' || (world.stated ? speaks : known))) return undefined
  if (!speaks || known?.silent) report(node, known?.silent ?? [], world)
  return { uid }
}

/** Says how a node is whose agent comes back, or is new: as it was before, or that it is fine. */
function report({ metadata: { name = '' } }: Node, before: Conditions, world: World): void {
  const now = formatTime(world.now())
  const said = before.filter(({ status }) => status !== 'Unknown')
  const ready = { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' }
  const conditions = (said.some(({ type }) => type === 'Ready') ? said : [...said, ready]).map((condition) => ({
    ...condition,
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  }))
  world.patch('Node', { name }, { status: { conditions } }, { subresource: 'status', type: 'strategic' })
}

/** Lets all agents give the signs of life that are due. */
function renewAll(world: World): Again | undefined {
  const now = world.now()
  const names = [...world.memories()].flatMap(([{ name }, memory]) =>
    // Of this controller's keys only the round itself has no agent for a memory.
    name === roundKey.name || (memory as Agent).silent ? [] : [name],
  )
  if (names.length === 0) return world.remember(undefined) ?? undefined
  // As remembered below.
  const round = (world.memory as Round | undefined) ?? { renewal: now + RENEWAL, report: now + RENEWAL }
  if (round.renewal > now) return plan(round, world)
  const nodes = names.flatMap((name) => world.get('Node', { name }) ?? [])
  const reports = round.report <= now ? nodes.map((node) => reported(node, formatTime(now))) : []
  world.beat([...nodes.flatMap((node) => renewed(node, world)), ...reports])
  return plan({ renewal: now + RENEWAL, report: round.report <= now ? now + REPORT : round.report }, world)
}

function plan(round: Round, world: World): Again {
  world.remember(round)
  return { after: round.renewal - world.now() }
}

/** The Lease of a node, renewed; nothing where it is made only now, as that is no sign of life but a new object. */
function renewed({ metadata: { name = '', uid = '' } }: Node, world: World): readonly KubeObject[] {
  const renewTime = formatMicroTime(world.now())
  const lease: Lease | undefined = world.get('Lease', { namespace: LEASES, name })
  if (lease) return [{ ...lease, metadata: touched(lease.metadata, world), spec: { ...lease.spec, renewTime } }]
  if (world.get('Namespace', { name: LEASES }))
    world.create('Lease', {
      metadata: { name, namespace: LEASES, ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }] },
      spec: { holderIdentity: name, leaseDurationSeconds: LEASE_SECONDS, renewTime },
    })
  return []
}

/** Metadata in which the agent's own entry is of now. */
function touched(metadata: ObjectMeta, world: World): ObjectMeta {
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

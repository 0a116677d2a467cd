import type { Steps } from '../../base/turns/steps.js'
import { storedCreation, storedName, storedUid } from '../../schema/object.js'
import { mustHave } from '../../base/must-have.js'
import { formatTime } from '../../base/time/time.js'
import { type Node, NODE, conditionOf, conditionTaints, isOwnTaint, setTaints } from './node-taints.js'
import type { Pod } from './pods.js'
import { isReady as isReadyPod } from '../pods/pod-state.js'
import { recordCoreEvent } from './record-core-event.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'

/** How often a node is checked, in milliseconds. */
const PERIOD = 5_000
/** How long a node may be silent, in milliseconds. */
const GRACE = 50_000
/** How long a node that never reported may be silent, in milliseconds. */
const STARTUP_GRACE = 60_000
const LEASES = 'kube-node-lease'

/** What the controller knows of a node besides the node's own status. */
type Memory = {
  /** The time of the node's creation within a period: it is checked at this offset in each. */
  readonly phase?: number
  /** The time of the next check. */
  readonly tick?: number
  /** The uid for which the Event RegisteredNode was recorded. */
  readonly registered?: string
  readonly health?: Health
}
type Health = {
  /** When a heartbeat was last seen. */
  readonly seen: number
  readonly heartbeat?: string
  readonly ready?: string
  readonly lease?: string
}

/** Syncs a node, and monitors its health if a check is due. */
export function* reconcileInSteps(key: Key, world: WorldInSteps): Steps<Again | undefined> {
  const { name } = key
  if (name === nodesKey.name) return yield* evictUnreachable(world)
  const now = world.now()
  const before = world.memory as Memory | undefined // as remembered below
  const known = before ?? { phase: now % PERIOD }
  const node = world.get('Node', { name })
  if (!node && !known.registered) return forget(world)
  if (node) yield* taint(world, node)
  const due = known.tick !== undefined && known.tick <= now
  if (!due) return plan(world, known, Math.min(known.tick ?? Infinity, tickAfter(now, known)))
  if (!node) return yield* leave(world, name, mustHave(known.registered, 'the uid of a node that was seen to come'))
  if (!known.registered)
    yield* say(world, node, 'RegisteredNode', `Node ${name} event: Registered Node ${name} in Controller`)
  return yield* look(world, node, known)
}

const forget = (world: WorldInSteps): undefined => void world.remember(undefined)

const tickAfter = (time: number, { phase = 0 }: Memory) => (Math.floor((time - phase) / PERIOD) + 1) * PERIOD + phase

function plan(world: WorldInSteps, { tick: _, ...memory }: Memory, tick: number | undefined): Again | undefined {
  world.remember(tick === undefined ? memory : { tick, ...memory })
  return tick === undefined ? undefined : { at: tick }
}

function* say(
  world: WorldInSteps,
  { apiVersion, kind, metadata: { name, uid } }: Node,
  reason: string,
  message: string,
): Steps<void> {
  const metadata = { ...(name ? { name } : {}), ...(uid ? { uid } : {}) }
  yield* recordCoreEvent(
    world,
    { apiVersion, kind, metadata },
    { type: 'Normal', reason, message, component: 'node-controller' },
  )
}

function* leave(world: WorldInSteps, name: string, uid: string): Steps<undefined> {
  forget(world)
  yield* recordCoreEvent(
    world,
    { ...NODE, metadata: { name, uid } },
    {
      type: 'Normal',
      reason: 'RemovingNode',
      message: `Node ${name} event: Removing Node ${name} from Controller`,
      component: 'node-controller',
    },
  )
}

/** Updates the NoSchedule taints that follow from the node's conditions. */
function* taint(world: WorldInSteps, node: Node): Steps<void> {
  const wanted = conditionTaints(node)
  const present = (node.spec?.taints ?? []).filter(isOwnTaint)
  const missing = wanted.filter((key) => !present.some((each) => each.key === key))
  const spare = present.filter(({ key }) => key === undefined || !wanted.includes(key))
  yield* setTaints(
    world,
    node,
    missing.map((key) => ({ key, effect: 'NoSchedule' })),
    spare,
  )
}

/**
 * Checks a node's health: what it last reported, and whether it has been silent for too long; then updates its
 * conditions and taints.
 */
function* look(world: WorldInSteps, node: Node, known: Memory): Steps<Again | undefined> {
  const now = world.now()
  const name = storedName(node)
  const ready = conditionOf(node, 'Ready')
  const health = observe(world, node, known)
  const ends = health.seen + (ready ? GRACE : STARTUP_GRACE)
  const silent = ends <= now
  const memory = { ...(known.phase ? { phase: known.phase } : {}), registered: storedUid(node), health }
  const lost = silent ? yield* lose(world, node) : undefined
  const current = conditionOf(lost ?? node, 'Ready')
  if (current) yield* settle(world, lost ?? node, ready?.status ?? 'Unknown', known.health?.ready)
  if (lost && ready?.status === 'True') {
    yield* say(world, node, 'NodeNotReady', `Node ${name} status is now: NodeNotReady`)
    // Controllers woken by its pods then see the taint already.
    yield* taint(world, world.get('Node', { name }) ?? lost)
    yield* markPods(world, name)
  }
  if (lost) return plan(world, { ...memory, health: { ...health, ...reported(lost) } }, tickAfter(now, known))
  return plan(world, memory, silent ? undefined : Math.max(tickAfter(ends - 1, known), tickAfter(now, known)))
}

/** Returns the health of a node after a check. */
function observe(world: WorldInSteps, node: Node, known: Memory): Health {
  const before = known.health
  const said = reported(node)
  const renewed = world.get('Lease', { namespace: LEASES, name: storedName(node) })?.spec?.renewTime
  const fresh = renewed && !(before?.lease && before.lease >= renewed) ? renewed : undefined
  const lease = fresh ?? before?.lease
  const created = Date.parse(storedCreation(node))
  const first = said.ready === undefined ? created : world.now()
  const changed = before && before.heartbeat !== said.heartbeat
  const sign = Math.max(fresh ? Date.parse(fresh) : 0, changed ? Date.parse(said.heartbeat ?? '') || 0 : 0)
  const seen = fresh || changed ? heardAt(sign, known, world.now()) : (before?.seen ?? first)
  return { seen, ...said, ...(lease ? { lease } : {}) }
}

/**
 * Returns when a heartbeat was seen: at the first check after it, or now if its time cannot be compared with the
 * cluster's clock.
 */
function heardAt(sign: number, known: Memory, now: number): number {
  return known.health && sign > known.health.seen ? Math.min(now, tickAfter(sign, known)) : now
}

function reported(node: Node): Pick<Health, 'ready' | 'heartbeat'> {
  const ready = conditionOf(node, 'Ready')
  return ready ? { ready: ready.status ?? '', heartbeat: ready.lastHeartbeatTime ?? '' } : {}
}

// NetworkUnavailable is not reported by the kubelet.
const REPORTED = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure']

/** Sets the conditions of a silent node to Unknown; returns undefined if they were Unknown before. */
function* lose(world: WorldInSteps, node: Node): Steps<Node | undefined> {
  const now = formatTime(world.now())
  if (conditionOf(node, 'Ready')?.status === 'Unknown') return undefined
  const unknown = (node.status?.conditions ?? []).map((condition) =>
    REPORTED.includes(condition.type ?? '') && condition.status !== 'Unknown'
      ? {
          ...condition,
          status: 'Unknown',
          reason: 'NodeStatusUnknown',
          message: 'Kubelet stopped posting node status.',
          lastTransitionTime: now,
        }
      : condition,
  )
  const never = REPORTED.filter((type) => !conditionOf(node, type)).map((type) => ({
    type,
    status: 'Unknown',
    lastHeartbeatTime: storedCreation(node),
    lastTransitionTime: now,
    reason: 'NodeStatusNeverUpdated',
    message: 'Kubelet never posted node status.',
  }))
  return yield* world.update(
    'Node',
    { ...node, status: { ...node.status, conditions: [...unknown, ...never] } },
    { subresource: 'status' },
  )
}

/** Updates the NoExecute taints, by the Ready condition as it was when the check began. */
function* settle(world: WorldInSteps, node: Node, observed: string, before: string | undefined): Steps<void> {
  if (observed === 'True') {
    yield* setNoExecute(world, node, undefined)
    // If this is the first ready node, the others are no longer exempt from eviction.
    if (before !== 'True' || conditionOf(node, 'Ready')?.status !== 'True') world.wake(nodesKey)
  } else if (hasNoExecute(node, observed === 'False' ? 'unreachable' : 'not-ready'))
    yield* setNoExecute(world, node, observed)
  else world.wake(nodesKey)
}

/** Marks the pods of an unreachable node as not ready. */
function* markPods(world: WorldInSteps, nodeName: string): Steps<void> {
  for (const pod of world.podsOn<Pod>(nodeName)) {
    if (!isReadyPod(pod)) continue
    const conditions = pod.status?.conditions?.map((condition) =>
      condition.type === 'Ready'
        ? { ...condition, status: 'False', lastTransitionTime: formatTime(world.now()) }
        : condition,
    )
    yield* world.update('v1/Pod', { ...pod, status: { ...pod.status, conditions } }, { subresource: 'status' })
    yield* recordCoreEvent(world, pod, {
      type: 'Warning',
      reason: 'NodeNotReady',
      message: 'Node is not ready',
      component: 'node-controller',
    })
  }
}

/** The key of all nodes together. */
export const nodesKey: Key = { ...NODE, name: '' }

type State = 'not-ready' | 'unreachable'

const taintOf = (state: State) => ({ key: `node.kubernetes.io/${state}`, effect: 'NoExecute' }) as const

/** Returns whether a node has the NoExecute taint of a state. */
export const hasNoExecute = ({ spec }: Node, state: State): boolean =>
  Boolean(spec?.taints?.some(({ key, effect }) => key === taintOf(state).key && effect === 'NoExecute'))

/** Sets or removes a node's NoExecute taints by the status of its Ready condition. */
export function* setNoExecute(world: WorldInSteps, node: Node, status: string | undefined): Steps<void> {
  const wanted = status === 'False' ? 'not-ready' : status === 'Unknown' ? 'unreachable' : undefined
  const others = (['not-ready', 'unreachable'] as const).filter((state) => state !== wanted)
  yield* setTaints(world, node, wanted && !hasNoExecute(node, wanted) ? [taintOf(wanted)] : [], others.map(taintOf))
}

/**
 * The share of nodes that are not ready from which on a zone counts as disrupted, and their minimum number: the zone is
 * then assumed to be cut off, rather than its nodes broken.
 */
const DISRUPTED_SHARE = 0.55
const DISRUPTED_LEAST = 3
/** Evictions continue in larger zones even if they are disrupted. */
const LARGE_ZONE = 50
/** A node is tainted at the first check after it became unreachable, in milliseconds. */
const PATIENCE = 4_000

const zoneOf = ({ metadata: { labels = {} } }: Node) =>
  `${labels['topology.kubernetes.io/region'] ?? ''}/${labels['topology.kubernetes.io/zone'] ?? ''}`

const isReady = (node: Node) => conditionOf(node, 'Ready')?.status === 'True'

/**
 * Taints unreachable nodes NoExecute if they are the exception: if no node is ready, the fault is assumed to lie
 * elsewhere.
 */
export function* evictUnreachable(world: WorldInSteps): Steps<undefined> {
  const nodes = world.list('Node')
  if (!nodes.some(isReady)) {
    for (const node of nodes) yield* setNoExecute(world, node, undefined)
    return
  }
  const zones = new Map<string, Node[]>()
  for (const node of nodes) zones.set(zoneOf(node), [...(zones.get(zoneOf(node)) ?? []), node])
  for (const zone of zones.values()) if (!isHalted(zone)) for (const node of zone) yield* giveUp(world, node)
}

function isHalted(zone: readonly Node[]): boolean {
  const lost = zone.filter((node) => !isReady(node)).length
  return (
    lost < zone.length && lost >= DISRUPTED_LEAST && lost / zone.length >= DISRUPTED_SHARE && zone.length <= LARGE_ZONE
  )
}

function* giveUp(world: WorldInSteps, node: Node): Steps<void> {
  const ready = conditionOf(node, 'Ready')
  if (!ready || ready.status === 'True') return
  if (ready.status === 'Unknown' && Date.parse(ready.lastTransitionTime ?? '') > world.now() - PATIENCE) return
  yield* setNoExecute(world, node, ready.status)
}

import type { Steps } from '../../base/turns/steps.js'
import { NODE, type Node, conditionOf, setTaints } from './node-taints.js'
import type { Key, WorldInSteps } from '../runtime/types.js'

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

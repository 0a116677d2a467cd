import type { Texts } from '../../kinds/shared/texts.js'
import { jsonEqual } from '../../base/json/json.js'
import { type Endpoint, type Plan, type Slice, type AddressType, endpointKey, endpointSet, saysSame } from './slices.js'
import type { Steps } from '../../base/turns/steps.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import type { Reader, WorldInSteps } from '../runtime/types.js'
import type { Service, Times } from './services.js'
import { type Hinted, type Said, disabled, wantsTopology, withTopology } from './topology-hints.js'
import { type ByZone, cpuByZone, isOverloaded } from './zone-allocations.js'

/** The most endpoints of a slice. */
const MOST = 100

/** The desired endpoints of a set of ports. */
type Wanted = {
  readonly endpoints: readonly Endpoint[]
  /** A slice without endpoints, used for new ones; its labels apply to all. */
  readonly empty: Slice
}

/** A slice, and how it changes. */
type Looked = { slice: Slice; change: 'none' | 'update' | 'delete' }

/**
 * Plans the slices for the desired endpoints with as few writes as possible (reconcileByPortMapping): existing
 * endpoints stay in their slices; new ones are added to slices that change anyway, or else to one with room for all of
 * them, or else to new slices.
 */
export function planSlices(existing: readonly Slice[], { endpoints, empty }: Wanted): Plan {
  const left = endpointSet(endpoints)
  const looked = existing.map((slice) => look(slice, left, empty.metadata.labels ?? {}))
  const fill = (one: Looked) => {
    const taken = take(left, MOST - one.slice.endpoints.length)
    one.slice = { ...one.slice, endpoints: [...one.slice.endpoints, ...taken] }
    one.change = 'update'
  }
  const changed = looked.filter(({ change }) => change === 'update')
  for (const one of changed.sort((a, b) => b.slice.endpoints.length - a.slice.endpoints.length))
    if (left.size > 0) fill(one)
  const create: Slice[] = []
  while (left.size > 0) {
    const unchanged = looked.filter(({ change }) => change === 'none')
    const fit = left.size < MOST ? fullestWithRoom(unchanged, left.size) : undefined
    if (fit) fill(fit)
    else create.push({ ...empty, endpoints: take(left, MOST) })
  }
  const those = (wanted: Looked['change']) => looked.filter(({ change }) => change === wanted).map(({ slice }) => slice)
  return { create, update: those('update'), delete: those('delete') }
}

/** Removes unwanted endpoints from a slice, and removes its remaining endpoints from `left`. */
function look(slice: Slice, left: Map<string, Endpoint>, labels: Texts): Looked {
  let isChanged = false
  const kept = slice.endpoints.flatMap((endpoint) => {
    const key = endpointKey(endpoint)
    const wanted = left.get(key)
    if (!wanted) return []
    left.delete(key)
    isChanged ||= !saysSame(wanted, endpoint)
    return [wanted]
  })
  const isSame = !isChanged && kept.length === slice.endpoints.length
  if (!isSame && kept.length === 0) return { slice, change: 'delete' }
  const hasLabels = jsonEqual(slice.metadata.labels ?? {}, labels)
  if (isSame && hasLabels) return { slice, change: 'none' }
  return { slice: { ...slice, metadata: { ...slice.metadata, labels }, endpoints: kept }, change: 'update' }
}

function take(left: Map<string, Endpoint>, count: number): Endpoint[] {
  const taken: Endpoint[] = []
  for (const [key, endpoint] of left) {
    if (taken.length >= count) break
    left.delete(key)
    taken.push(endpoint)
  }
  return taken
}

function fullestWithRoom(slices: readonly Looked[], count: number): Looked | undefined {
  const roomIn = ({ slice }: Looked) => MOST - slice.endpoints.length - count
  return slices.filter((one) => roomIn(one) >= 0).sort((a, b) => roomIn(a) - roomIn(b))[0]
}

/**
 * What the controller remembers of a Service: the times of its pods' changes, and by address type the number of
 * endpoints allocated to each zone.
 */
export type Memory = { readonly times: Times; readonly zones: { readonly [addressType: string]: ByZone } }

type Part = {
  readonly type: AddressType
  readonly slices: readonly Slice[]
  readonly plan: Plan
  /** The previous allocation. */
  readonly before: ByZone | undefined
}

/**
 * Adds topology hints to a plan, if the Service requests them; reports when they are enabled, disabled or cannot be
 * computed.
 */
export function hintTopology(world: Pick<Reader, 'list'>, service: Service, { slices, plan, before }: Part): Hinted {
  if (!wantsTopology(service))
    return { plan, ...(before ? { said: disabled('Topology Aware Hints has been disabled') } : {}) }
  const hinted = withTopology(slices, plan, cpuByZone(world))
  return before || hinted.said ? hinted : { ...hinted, said: ENABLED }
}

const ENABLED: Said = {
  type: 'Normal',
  reason: 'TopologyAwareHintsEnabled',
  message: 'Topology Aware Hints has been enabled',
}

/** Records an Event of the Service about the hints of one address type. */
export function* sayHints(
  world: WorldInSteps,
  service: Service,
  type: AddressType,
  { message, ...said }: Said,
): Steps<void> {
  const component = 'endpoint-slice-controller'
  yield* recordCoreEvent(world, service, { ...said, message: `${message}, addressType: ${type}`, component })
}

/** Wakes the Services whose zones have too few endpoints, after nodes have changed. */
export function wakeOverloaded(world: WorldInSteps): undefined {
  const ratios = cpuByZone(world)
  for (const [key, memory] of world.memories()) {
    const { zones } = memory as Memory // the memory of this controller
    if (Object.values(zones).some((endpoints) => isOverloaded(endpoints, ratios))) world.wake(key)
  }
}

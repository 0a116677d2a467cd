import type { Steps } from '../../base/turns/steps.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import type { Reader, WorldInSteps } from '../runtime/types.js'
import type { Service, Times } from './services.js'
import type { AddressType, Plan, Slice } from './slices.js'
import { type Hinted, type Said, disabled, wantsTopology, withTopology } from './topology-hints.js'
import { type ByZone, cpuByZone, isOverloaded } from './zone-allocations.js'

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

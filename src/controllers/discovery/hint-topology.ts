import { recordCoreEvent } from '../core/record-core-event.js'
import type { Reader, World } from '../runtime/types.js'
import type { Service, Times } from './services.js'
import type { AddressType, Plan, Slice } from './slices.js'
import { type Hinted, type Said, disabled, wantsTopology, withTopology } from './topology-hints.js'
import { type ByZone, cpuByZone, isOverloaded } from './zone-allocations.js'

/**
 * What is remembered of a Service: since when its endpoints are so, and by type of address how many endpoints each zone
 * was given.
 */
export type Memory = { readonly times: Times; readonly zones: { readonly [addressType: string]: ByZone } }

type Part = {
  readonly type: AddressType
  readonly slices: readonly Slice[]
  readonly plan: Plan
  /** What was given before. */
  readonly before: ByZone | undefined
}

/**
 * Adds hints by topology to a plan, where the Service asks for them, and tells when that begins, cannot be, or ends.
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

/** Tells of the hints of one type of address in an Event of the Service. */
export function sayHints(world: World, service: Service, type: AddressType, { message, ...said }: Said): void {
  const component = 'endpoint-slice-controller'
  recordCoreEvent(world, service, { ...said, message: `${message}, addressType: ${type}`, component })
}

/** Looks again at the Services whose zones have too few endpoints, now that nodes have changed. */
export function wakeOverloaded(world: World): undefined {
  const ratios = cpuByZone(world)
  for (const [key, memory] of world.memories()) {
    const { zones } = memory as Memory // what this controller remembers
    if (Object.values(zones).some((endpoints) => isOverloaded(endpoints, ratios))) world.wake(key)
  }
}

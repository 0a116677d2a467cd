import { storedName } from '../../schema/object.js'
import type { Remark } from '../core/record-core-event.js'
import type { Service } from './services.js'
import type { Endpoint, Plan, Slice } from './slices.js'
import { withoutHints } from './traffic-hints.js'
import { type Allocation, type ByZone, allocate } from './zone-allocations.js'

type Allocations = { readonly [zone: string]: Allocation }
export type Said = Pick<Remark, 'type' | 'reason' | 'message'>

/** A plan with topology hints; `zones` is the number of endpoints allocated to each zone, undefined without hints. */
export type Hinted = { readonly plan: Plan; readonly zones?: ByZone; readonly said?: Said }

const MODES = ['service.kubernetes.io/topology-aware-hints', 'service.kubernetes.io/topology-mode']

/**
 * Returns whether a Service requests topology aware routing by an annotation: its endpoints are allocated to zones in
 * proportion to the zones' CPUs.
 */
export function wantsTopology({ metadata }: Service): boolean {
  const mode = MODES.map((name) => metadata.annotations?.[name]).find((value) => value !== undefined)
  return mode === 'Auto' || mode === 'auto'
}

export const disabled = (why: string): Said => ({ type: 'Warning', reason: 'TopologyAwareHintsDisabled', message: why })

/** Allocates the endpoints of slices to zones in proportion to the zones' CPUs (AddHints). */
export function withTopology(existing: readonly Slice[], plan: Plan, ratios: ByZone | undefined): Hinted {
  const touched = new Set([...plan.update, ...plan.delete].map(storedName))
  const unchanged = existing.filter((slice) => !touched.has(storedName(slice)))
  const slices = [...plan.create, ...plan.update, ...unchanged]
  const ready = slices.flatMap(({ endpoints }) => endpoints.filter(isReady)).length
  const allocations = allocate(ratios, ready)
  if (typeof allocations === 'string') return { plan: withoutHints(existing, plan), said: disabled(allocations) }
  const zones: Record<string, number> = {}
  const update = [...plan.update]
  for (const slice of unchanged) {
    const kept = hintsOf(slice, zones, allocations)
    if (kept) for (const [zone, count] of Object.entries(kept)) zones[zone] = (zones[zone] ?? 0) + count
    else update.push(slice)
  }
  const changed = [...plan.create, ...update]
  if (changed.some(({ endpoints }) => endpoints.some((each) => isReady(each) && !each.zone)))
    return {
      plan: withoutHints(existing, plan),
      said: disabled('One or more endpoints do not have a zone specified'),
    }
  const hints = shareOut(
    changed.flatMap(({ endpoints }) => endpoints.filter(isReady)),
    zones,
    allocations,
  )
  if (Object.keys(zones).length === 0)
    return { plan: withoutHints(existing, plan), said: disabled('No hints allocated for zones') }
  const hinted = (slice: Slice): Slice => ({ ...slice, endpoints: slice.endpoints.map((each) => hint(each, hints)) })
  return { plan: { create: plan.create.map(hinted), update: update.map(hinted), delete: plan.delete }, zones }
}

const isReady = ({ conditions }: Endpoint) => conditions?.ready === true

function hint({ hints: _, ...endpoint }: Endpoint, hints: ReadonlyMap<string, string>): Endpoint {
  const name = isReady(endpoint) ? hints.get(keyOf(endpoint)) : undefined
  return name === undefined ? endpoint : { ...endpoint, hints: { forZones: [{ name }] } }
}

const keyOf = ({ addresses, targetRef }: Endpoint) => `${addresses.join(',')} ${targetRef?.uid ?? ''}`

/** Counts the hints of a slice by zone; undefined if an endpoint has none, or a zone would have too many. */
function hintsOf({ endpoints }: Slice, zones: ByZone, allocations: Allocations): ByZone | undefined {
  const counts: Record<string, number> = {}
  for (const { hints } of endpoints.filter(isReady)) {
    if (!hints?.forZones?.length) return undefined
    for (const { name } of hints.forZones) {
      if (!allocations[name]) return undefined
      counts[name] = (counts[name] ?? 0) + 1
    }
  }
  const isTooMany = ([zone, count]: [string, number]) => count + (zones[zone] ?? 0) > (allocations[zone]?.maximum ?? 0)
  return Object.entries(counts).some(isTooMany) ? undefined : counts
}

/**
 * Allocates each endpoint to its own zone, then moves some from zones with too many to zones with too few; counts them
 * in `zones`.
 */
function shareOut(
  endpoints: readonly Endpoint[],
  zones: Record<string, number>,
  allocations: Allocations,
): ReadonlyMap<string, string> {
  const add = (zone: string, count: number) => (zones[zone] = (zones[zone] ?? 0) + count)
  for (const { zone = '' } of endpoints) add(zone, 1)
  const { giving, receiving } = exchange(zones, allocations)
  const hints = new Map<string, string>()
  for (const endpoint of endpoints) {
    const { zone = '' } = endpoint
    const to = (giving.get(zone) ?? 0) > 0 ? [...receiving].find(([, count]) => count > 0)?.[0] : undefined
    hints.set(keyOf(endpoint), to ?? zone)
    if (to === undefined) continue
    giving.set(zone, (giving.get(zone) ?? 0) - 1)
    receiving.set(to, (receiving.get(to) ?? 0) - 1)
    add(zone, -1)
    add(to, 1)
  }
  return hints
}

/** Returns how many endpoints each zone gives away or receives (getGivingAndReceivingZones). */
function exchange(zones: ByZone, allocations: Allocations) {
  const apart = Object.entries(allocations).map(([zone, { desired }]) => [zone, (zones[zone] ?? 0) - desired] as const)
  const surplus = new Map(apart.filter(([, difference]) => difference > 0))
  const lack = new Map(apart.flatMap(([zone, difference]) => (difference < 0 ? [[zone, -difference]] : [])))
  const giving = new Map<string, number>()
  const receiving = new Map<string, number>()
  for (;;) {
    const [from, gives] = most(surplus)
    const [to, gets] = most(lack)
    if (from === '' || to === '' || (gives < 1 && gets < 1) || gives < 0.5 || gets < 0.5) return { giving, receiving }
    giving.set(from, (giving.get(from) ?? 0) + 1)
    surplus.set(from, gives - 1)
    receiving.set(to, (receiving.get(to) ?? 0) + 1)
    lack.set(to, gets - 1)
  }
}

const most = (zones: ReadonlyMap<string, number>): readonly [zone: string, count: number] =>
  [...zones].reduce<readonly [string, number]>((best, each) => (each[1] > best[1] ? each : best), ['', 0])

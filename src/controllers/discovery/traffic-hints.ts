import type { Service } from './services.js'
import type { Endpoint, Plan, Slice } from './slices.js'

/** The only traffic distribution that does not need a feature gate in v1.33. */
const NEAR = 'PreferClose'

/**
 * Adds a hint for its own zone to each ready endpoint, if the Service has `spec.trafficDistribution: PreferClose`, and
 * removes hints otherwise.
 */
export const withHints = ({ spec }: Service, existing: readonly Slice[], plan: Plan): Plan =>
  hintAll(existing, plan, spec?.trafficDistribution === NEAR)

/** Removes all hints (RemoveHintsFromSlices). */
export const withoutHints = (existing: readonly Slice[], plan: Plan): Plan => hintAll(existing, plan, false)

function hintAll(existing: readonly Slice[], plan: Plan, isNear: boolean): Plan {
  const hinted = (slice: Slice): Slice => ({ ...slice, endpoints: slice.endpoints.map((each) => hint(each, isNear)) })
  const touched = new Set([...plan.update, ...plan.delete].map(({ metadata }) => metadata.name))
  const unchanged = existing.filter(({ metadata }) => !touched.has(metadata.name))
  const differing = unchanged.filter(({ endpoints }) =>
    endpoints.some((each) => zonesOf(hint(each, isNear)) !== zonesOf(each)),
  )
  return { create: plan.create.map(hinted), update: [...plan.update, ...differing].map(hinted), delete: plan.delete }
}

const zonesOf = ({ hints }: Endpoint) => hints?.forZones?.map(({ name }) => name).join(',')

function hint({ hints: _, ...endpoint }: Endpoint, isNear: boolean): Endpoint {
  const { zone, conditions } = endpoint
  const isHinted = isNear && zone !== undefined && conditions?.ready === true
  return isHinted ? { ...endpoint, hints: { forZones: [{ name: zone }] } } : endpoint
}

import type { Service } from './services.js'
import type { Endpoint, Plan, Slice } from './slices.js'

/** The way to send traffic to endpoints that are near that a v1.33 server knows without a feature gate. */
const NEAR = 'PreferClose'

/**
 * Says of each ready endpoint in which zone it serves, where a Service asks for that (`spec.trafficDistribution`), and
 * takes back what was said where it no longer does.
 */
export const withHints = ({ spec }: Service, existing: readonly Slice[], plan: Plan): Plan =>
  hintAll(existing, plan, spec?.trafficDistribution === NEAR)

/** Takes back what was said of any endpoint (RemoveHintsFromSlices). */
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

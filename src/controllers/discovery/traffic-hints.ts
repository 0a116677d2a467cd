import { jsonEqual } from '../../base/json/json.js'
import type { Service } from './services.js'
import type { Endpoint, Plan, Slice } from './slices.js'

/** The kinds of hints by `spec.trafficDistribution`. */
const HINTS: { readonly [distribution: string]: readonly Near[] } = {
  PreferClose: ['forZones'],
  PreferSameZone: ['forZones'],
  PreferSameNode: ['forZones', 'forNodes'],
}

type Near = 'forZones' | 'forNodes'

/**
 * Adds hints for its own zone, or node too, to each ready endpoint, as `spec.trafficDistribution` of the Service asks,
 * and removes others.
 */
export const withHints = ({ spec }: Service, existing: readonly Slice[], plan: Plan): Plan =>
  hintAll(existing, plan, HINTS[spec?.trafficDistribution ?? ''] ?? [])

/** Removes all hints (RemoveHintsFromSlices). */
export const withoutHints = (existing: readonly Slice[], plan: Plan): Plan => hintAll(existing, plan, [])

function hintAll(existing: readonly Slice[], plan: Plan, near: readonly Near[]): Plan {
  const hinted = (slice: Slice): Slice => ({ ...slice, endpoints: slice.endpoints.map((each) => hint(each, near)) })
  const touched = new Set([...plan.update, ...plan.delete].map(({ metadata }) => metadata.name))
  const unchanged = existing.filter(({ metadata }) => !touched.has(metadata.name))
  const differing = unchanged.filter(({ endpoints }) =>
    endpoints.some((each) => !jsonEqual(hint(each, near).hints, each.hints)),
  )
  return { create: plan.create.map(hinted), update: [...plan.update, ...differing].map(hinted), delete: plan.delete }
}

function hint({ hints: _, ...endpoint }: Endpoint, near: readonly Near[]): Endpoint {
  const { zone, nodeName, conditions } = endpoint
  if (conditions?.ready !== true) return endpoint
  const hints = {
    ...(near.includes('forZones') && zone !== undefined ? { forZones: [{ name: zone }] } : {}),
    ...(near.includes('forNodes') && nodeName !== undefined ? { forNodes: [{ name: nodeName }] } : {}),
  }
  return Object.keys(hints).length > 0 ? { ...endpoint, hints } : endpoint
}

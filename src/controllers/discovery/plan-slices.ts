import type { Texts } from '../../kinds/shared/texts.js'
import { jsonEqual } from '../../base/json/json.js'
import { type Endpoint, type Plan, type Slice, endpointKey, endpointSet, saysSame } from './slices.js'

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

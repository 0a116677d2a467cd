import type { Texts } from '../../kinds/shared/texts.js'
import { jsonEqual } from '../../base/json.js'
import { type Endpoint, type Plan, type Slice, endpointKey, endpointSet, saysSame } from './slices.js'

/** Endpoints that a slice has at most. */
const MOST = 100

/** What slices of one set of ports are to become. */
type Wanted = {
  readonly endpoints: readonly Endpoint[]
  /** A slice without endpoints, to be filled; all are to have its labels. */
  readonly empty: Slice
}

/** A slice that is looked at, and what is to become of it. */
type Looked = { slice: Slice; change: 'none' | 'update' | 'delete' }

/**
 * Plans how slices come to have the wanted endpoints with as few writes as may be (reconcileByPortMapping): what is
 * there stays where it is; what is new goes into slices that change anyway, else into one that has room for all of it,
 * else into new ones.
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

/** Takes out of a slice what is no longer wanted, and out of what is wanted what it has. */
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

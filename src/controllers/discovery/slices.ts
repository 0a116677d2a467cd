import { jsonEqual } from '../../base/json/json.js'
import { type Texts, storedName } from '../../schema/object.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import type { Key, Reader } from '../runtime/types.js'
import { labelsOfKeeper } from './slice-labels.js'
import { printedSlicePort } from './ports-in-order.js'

export type Slice = ObjectOf<'EndpointSlice'>
export type Endpoint = Slice['endpoints'][number]
export type SlicePort = NonNullable<Slice['ports']>[number]
export type AddressType = Slice['addressType']

/** Returns the slices of a Service that a controller manages. Empty lists are stored as null, and returned as empty. */
export function slicesOf(
  { list }: Pick<Reader, 'list'>,
  { namespace, name }: Pick<Key, 'namespace' | 'name'>,
  manager: string,
): readonly Slice[] {
  const labelSelector = formatted(labelsOfKeeper(name, manager))
  return list('EndpointSlice', { namespace, labelSelector }).map((slice) => {
    const { endpoints, ports }: { endpoints: Endpoint[] | null; ports?: SlicePort[] | null } = slice
    return { ...slice, endpoints: endpoints ?? [], ports: ports ?? [] }
  })
}

const formatted = (labels: Texts) =>
  Object.entries(labels)
    .map((pair) => pair.join('='))
    .join(',')

/** The writes that update the slices. */
export type Plan = { readonly create: Slice[]; readonly update: Slice[]; readonly delete: Slice[] }

export const noPlan = (): Plan => ({ create: [], update: [], delete: [] })

/** Returns a key for a set of ports. */
export const portsKey = (ports: readonly SlicePort[]): string => ports.map(printedSlicePort).sort().join(' ')

/** Returns a key that identifies an endpoint across slices: its addresses, hostname and targetRef. */
export const endpointKey = ({ addresses, hostname = '', targetRef }: Endpoint): string =>
  JSON.stringify([
    [...addresses].sort(),
    hostname,
    targetRef?.namespace ?? '',
    targetRef?.name ?? '',
    targetRef?.uid ?? '',
  ])

/** Maps endpoints by their keys. */
export const endpointSet = (endpoints: readonly Endpoint[]): Map<string, Endpoint> =>
  new Map(endpoints.map((endpoint) => [endpointKey(endpoint), endpoint]))

/** Returns whether two endpoints with the same key are equal. */
export const saysSame = (a: Endpoint, b: Endpoint): boolean =>
  a.nodeName === b.nodeName && a.zone === b.zone && jsonEqual(a.conditions, b.conditions)

/** Replaces pairs of a deletion and a creation by an update (recycleSlices). */
export function recycle(plan: Plan, mayBecome: (old: Slice, slice: Slice) => boolean): Plan {
  const result: Plan = { create: [...plan.create], update: [...plan.update], delete: [] }
  for (const old of plan.delete) {
    const slice = result.create.at(-1)
    if (slice && old.addressType === slice.addressType && mayBecome(old, slice)) {
      result.create.pop()
      // Without a resourceVersion the update is unconditional.
      result.update.push({ ...slice, metadata: { ...slice.metadata, name: storedName(old) } })
    } else result.delete.push(old)
  }
  return result
}

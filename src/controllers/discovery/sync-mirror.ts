import type { Steps } from '../../base/turns/steps.js'
import { append } from '../../base/lists/lists.js'
import { ipText, parseIp } from '../../base/text/ip.js'
import { jsonEqual } from '../../base/json/json.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { type Texts, storedName } from '../../schema/object.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import { controllerRef } from '../pods/owner.js'
import { madeInTurns, restAfter } from '../runtime/in-turns.js'
import type { Key, WorldInSteps } from '../runtime/types.js'
import { portsInOrder, printedSlicePort } from './ports-in-order.js'
import { type Address, type Subset, repack } from './repack.js'
import { MIRROR, isMirrored, labelsOfKeeper } from './slice-labels.js'
import { TRIGGER_TIME } from './services.js'
import {
  type AddressType,
  type Endpoint,
  type Plan,
  type Slice,
  type SlicePort,
  endpointKey,
  endpointSet,
  noPlan,
  portsKey,
  recycle,
  saysSame,
  slicesOf,
} from './slices.js'
import { writePlan } from './write-plan.js'

type Endpoints = ObjectOf<'Endpoints'>

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'
const NAME = 'endpoint-slice-mirroring-controller'
/** The most addresses of a subset that are mirrored. */
const MOST = 1000

/** Syncs the EndpointSlices that mirror Endpoints. */
export function* reconcileInSteps({ namespace, name }: Key, world: WorldInSteps): Steps<void> {
  const ref = { namespace, name }
  const endpoints = world.get('Endpoints', ref)
  const service = world.get('Service', ref)
  const existing = slicesOf(world, ref, MIRROR)
  // Slices that a fixture states are left alone.
  if (existing.length > 0 && world.stated) return
  if (endpoints && service && isMirrored(endpoints) && service.spec?.selector === undefined) {
    const subsets = endpoints.subsets ?? []
    const repacked = yield* madeInTurns(world, () => repack(subsets))
    yield* writePlan(world, endpoints, yield* planMirror(world, endpoints, repacked, existing))
  } else for (const slice of existing) yield* world.delete('EndpointSlice', { namespace, name: storedName(slice) })
}

type Wanted = { readonly type: AddressType; readonly ports: readonly SlicePort[]; readonly endpoints: Endpoint[] }

const keyOf = (type: AddressType, ports: readonly SlicePort[]) => `${type} ${portsKey(ports)}`

/** What the slices should state, by type and ports: of a long list of subsets in several turns. */
function* wantedOf(world: WorldInSteps, endpoints: Endpoints, subsets: readonly Subset[]): Steps<Map<string, Wanted>> {
  const wanted = new Map<string, Wanted>()
  let skipped = 0
  let parts = 0
  for (const subset of subsets) {
    const ports = portsOf(subset)
    const all = addressesOf(subset)
    skipped += Math.max(0, all.length - MOST)
    for (const type of ['IPv4', 'IPv6'] as const) {
      const own = all.slice(0, MOST).flatMap(({ address, ready }) => endpointOf(address, ready, type))
      if (own.length > 0) wanted.set(keyOf(type, ports), { type, ports, endpoints: own })
    }
    parts = yield* restAfter(world, parts + PARTS + all.length)
  }
  if (skipped > 0) yield* tellSkipped(world, endpoints, skipped)
  return wanted
}

// The cost of a slice, in endpoints.
const PARTS = 5

function* planMirror(
  world: WorldInSteps,
  endpoints: Endpoints,
  subsets: readonly Subset[],
  existing: readonly Slice[],
): Steps<Plan> {
  const wanted = yield* wantedOf(world, endpoints, subsets)
  const plan = noPlan()
  const left = new Map<string, Slice[]>()
  for (const slice of existing) {
    const key = keyOf(slice.addressType, slice.ports ?? [])
    left.set(key, [...(left.get(key) ?? []), slice])
  }
  let parts = 0
  for (const [key, each] of wanted) {
    const [first, ...others] = left.get(key) ?? []
    left.delete(key)
    append(plan.delete, others)
    const slice = mirrored(endpoints, each)
    if (!first) plan.create.push(slice)
    else if (!isSame(first, slice)) plan.update.push(named(slice, storedName(first)))
    parts = yield* restAfter(world, parts + PARTS + each.endpoints.length)
  }
  for (const slices of left.values()) append(plan.delete, slices)
  return recycle(plan, () => true)
}

/** Returns a slice that replaces another under its name, without generateName. */
function named({ metadata: { generateName: _, ...metadata }, ...slice }: Slice, name: string): Slice {
  return { ...slice, metadata: { ...metadata, name } }
}

const addressesOf = ({ addresses = [], notReadyAddresses = [] }: Subset) => [
  ...addresses.map((address) => ({ address, ready: true })),
  ...notReadyAddresses.map((address) => ({ address, ready: false })),
]

function* tellSkipped(world: WorldInSteps, endpoints: Endpoints, count: number): Steps<void> {
  const message = `A max of ${MOST} addresses can be mirrored to EndpointSlices per Endpoints subset. ${count} addresses were skipped`
  yield* recordCoreEvent(world, endpoints, {
    type: 'Warning',
    reason: 'TooManyAddressesToMirror',
    message,
    component: NAME,
  })
}

const portsOf = ({ ports = [] }: Subset): readonly SlicePort[] =>
  portsInOrder(
    ports.map(({ name = '', port, protocol, appProtocol }) => ({
      name,
      port,
      ...(protocol ? { protocol } : {}),
      ...(appProtocol === undefined ? {} : { appProtocol }),
    })),
    printedSlicePort,
  )

function endpointOf(
  { ip, targetRef, nodeName, hostname }: Address,
  ready: boolean,
  type: AddressType,
): readonly Endpoint[] {
  const parsed = parseIp(ip)
  if (!parsed || (parsed.family === 6) !== (type === 'IPv6')) return []
  return [
    {
      addresses: [ipText(parsed.groups)],
      conditions: { ready },
      ...(hostname ? { hostname } : {}),
      ...(targetRef ? { targetRef } : {}),
      ...(nodeName === undefined ? {} : { nodeName }),
    },
  ]
}

function mirrored(endpoints: Endpoints, { type, ports, endpoints: own }: Wanted): Slice {
  const { name = '', namespace = '', labels = {} } = endpoints.metadata
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      generateName: `${name}-`,
      namespace,
      labels: { ...labels, ...labelsOfKeeper(name, MIRROR) },
      annotations: annotationsOf(endpoints),
      ownerReferences: [controllerRef(endpoints)],
    },
    ports: [...ports],
    addressType: type,
    endpoints: own,
  }
}

function annotationsOf({ metadata }: Endpoints): Texts {
  const { [TRIGGER_TIME]: _, [LAST_APPLIED]: __, ...annotations } = metadata.annotations ?? {}
  return annotations
}

/** Returns whether a slice is up to date. */
function isSame(slice: Slice, wanted: Slice): boolean {
  const there = endpointSet(slice.endpoints)
  return (
    jsonEqual(slice.metadata.labels ?? {}, wanted.metadata.labels ?? {}) &&
    jsonEqual(slice.metadata.annotations ?? {}, wanted.metadata.annotations ?? {}) &&
    slice.metadata.ownerReferences?.[0]?.uid === wanted.metadata.ownerReferences?.[0]?.uid &&
    there.size === wanted.endpoints.length &&
    wanted.endpoints.every((endpoint) => {
      const known = there.get(endpointKey(endpoint))
      return known !== undefined && saysSame(known, endpoint)
    })
  )
}

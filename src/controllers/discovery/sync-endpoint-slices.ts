import type { Steps } from '../../base/turns/steps.js'
import { append } from '../../base/lists/lists.js'
import { jsonEqual } from '../../base/json/json.js'
import { plainError } from '../../base/errors/status.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { type Texts, storedName } from '../../schema/object.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import { controllerRef } from '../pods/owner.js'
import { type Pod, isReady } from '../pods/pod-state.js'
import type { Again, Key, WorldInSteps, Reader } from '../runtime/types.js'
import { portsInOrder, printedSlicePort } from './ports-in-order.js'
import {
  type Service,
  type Times,
  HEADLESS,
  addressesOf,
  hasAddress,
  hasOwnEndpoints,
  hostnameIn,
  isEndpoint,
  podsOf,
  targetPort,
  triggerOf,
} from './services.js'
import {
  type AddressType,
  type Endpoint,
  type Plan,
  type Slice,
  type SlicePort,
  noPlan,
  portsKey,
  recycle,
  slicesOf,
  endpointKey,
  endpointSet,
  saysSame,
} from './slices.js'
import { SLICE_KEEPER, labelsOfKeeper } from './slice-labels.js'
import { withHints } from './traffic-hints.js'
import { type Hinted, type Said, wantsTopology, disabled, withTopology } from './topology-hints.js'
import { withTrigger, writePlan } from './write-plan.js'
import { type ByZone, cpuByZone, isOverloaded } from './zone-allocations.js'

const ZONE = 'topology.kubernetes.io/zone'
const NAME = 'endpoint-slice-controller'
const RESERVED: readonly string[] = [...Object.keys(labelsOfKeeper('', '')), HEADLESS]

/** Syncs the EndpointSlices of a Service with its pods. */
export function* reconcileInSteps(
  { kind, namespace, name }: Key,
  world: WorldInSteps,
): Steps<Again | undefined | void> {
  if (kind === 'Node') return wakeOverloaded(world)
  const service = world.get('Service', { namespace, name })
  if (!service) return world.remember(undefined)
  if (!hasOwnEndpoints(service)) return undefined
  const pods = podsOf(service, world)
  const known = world.memory as Memory | undefined // as remembered below
  const { time, times } = triggerOf(service, pods, known?.times)
  const zones: Record<string, ByZone> = {}
  world.remember({ times, zones: known?.zones ?? {} } satisfies Memory)
  const existing = slicesOf(world, { namespace, name }, SLICE_KEEPER)
  // Slices that a fixture states are left alone.
  if (existing.length > 0 && world.stated) return undefined
  const types = typesOf(service)
  const faults: string[] = []
  for (const type of types) {
    const slices = existing.filter(({ addressType }) => addressType === type)
    const plan = planType(world, service, pods, slices, type, faults)
    const hinted = hintTopology(world, service, { type, slices, plan, before: known?.zones[type] })
    if (hinted.zones) zones[type] = hinted.zones
    yield* writePlan(world, service, hinted.plan, time)
    if (hinted.said) yield* sayHints(world, service, type, hinted.said)
  }
  world.remember({ times, zones } satisfies Memory)
  for (const slice of existing) if (!types.includes(slice.addressType)) yield* remove(world, slice)
  if (faults.length > 0) yield* failSync(world, service, faults)
}

/** Returns the EndpointSlices to create for a Service with these pods. */
export const newSlices = (
  world: Pick<WorldInSteps, 'get'>,
  service: Service,
  pods: readonly Pod[],
): readonly Slice[] => {
  const { time } = triggerOf(service, pods, undefined)
  return typesOf(service)
    .flatMap((type) => planType(world, service, pods, [], type, []).create)
    .map((slice) => withTrigger(slice, time))
}

/** Reports pods whose node does not exist, which are skipped; the sync is retried. */
function* failSync(world: WorldInSteps, service: Service, faults: readonly string[]): Steps<never> {
  const { namespace, name } = service.metadata
  const fault = faults.length === 1 ? faults[0] : `[${faults.join(', ')}]`
  const message = `Error updating Endpoint Slices for Service ${namespace}/${name}: ${fault}`
  yield* recordCoreEvent(world, service, {
    type: 'Warning',
    reason: 'FailedToUpdateEndpointSlices',
    message,
    component: NAME,
  })
  throw plainError(message)
}

function* remove(world: WorldInSteps, slice: Slice) {
  return yield* world.delete('EndpointSlice', { namespace: slice.metadata.namespace ?? '', name: storedName(slice) })
}

function typesOf({ spec }: Service): readonly AddressType[] {
  const { ipFamilies = [], clusterIP = '' } = spec ?? {}
  if (ipFamilies.length > 0) return ipFamilies.map((family) => (family === 'IPv6' ? 'IPv6' : 'IPv4'))
  if (clusterIP === '' || clusterIP === 'None') return ['IPv4', 'IPv6']
  return [clusterIP.includes(':') ? 'IPv6' : 'IPv4']
}

/** Plans the slices of one address type. */
function planType(
  world: Pick<WorldInSteps, 'get'>,
  service: Service,
  pods: readonly Pod[],
  existing: readonly Slice[],
  type: AddressType,
  faults: string[],
): Plan {
  const own = existing.filter(({ metadata }) =>
    metadata.ownerReferences?.some(({ uid, kind }) => uid === service.metadata.uid && kind === 'Service'),
  )
  const wanted = wantedByPorts(world, service, pods, type, faults)
  const keyOf = ({ ports = [] }: Slice) => portsKey(ports)
  const plan = noPlan()
  append(
    plan.delete,
    existing.filter((slice) => !own.includes(slice)),
  )
  for (const [key, { ports, endpoints }] of wanted) {
    const slices = own.filter((slice) => keyOf(slice) === key)
    const part = planSlices(slices, {
      endpoints,
      empty: emptySlice(service, ports, type),
    })
    append(plan.create, part.create)
    append(plan.update, part.update)
    append(plan.delete, part.delete)
  }
  append(
    plan.delete,
    own.filter((slice) => !wanted.has(keyOf(slice))),
  )
  const whole = withPlaceholder(service, plan, existing, type)
  const hinted = wantsTopology(service) ? whole : withHints(service, existing, whole)
  return recycle(hinted, (old) => own.includes(old))
}

/** Keeps an empty slice if there would be none. */
function withPlaceholder(service: Service, plan: Plan, existing: readonly Slice[], type: AddressType): Plan {
  if (plan.create.length > 0 || plan.delete.length < existing.length) return plan
  const [only] = plan.delete
  const placeholder = emptySlice(service, [], type)
  const isThere =
    plan.delete.length === 1 &&
    only &&
    only.endpoints.length === 0 &&
    (only.ports ?? []).length === 0 &&
    jsonEqual(only.metadata.labels, placeholder.metadata.labels)
  return isThere ? { ...plan, delete: [] } : { ...plan, create: [placeholder] }
}

type ByPorts = { readonly ports: readonly SlicePort[]; readonly endpoints: Endpoint[] }

function wantedByPorts(
  world: Pick<WorldInSteps, 'get'>,
  service: Service,
  pods: readonly Pod[],
  type: AddressType,
  faults: string[],
): ReadonlyMap<string, ByPorts> {
  const wanted = new Map<string, ByPorts>()
  const { namespace, name } = service.metadata
  for (const pod of pods) {
    if (!isEndpoint(pod, true)) continue
    const ports = portsOf(service, pod)
    const key = portsKey(ports)
    const entry = wanted.get(key) ?? { ports, endpoints: [] }
    wanted.set(key, entry)
    const { nodeName = '' } = pod.spec ?? {}
    const node = nodeName === '' ? undefined : world.get('Node', { name: nodeName })
    if (!node && !service.spec?.publishNotReadyAddresses)
      faults.push(`skipping Pod ${pod.metadata.name} for Service ${namespace}/${name}: Node ${nodeName} Not Found`)
    else append(entry.endpoints, endpointOf(service, pod, node, type))
  }
  return wanted
}

function portsOf({ spec }: Service, pod: Pod): readonly SlicePort[] {
  const ports = (spec?.ports ?? []).flatMap((each) => {
    const port = targetPort(each, pod)
    const { name = '', protocol, appProtocol } = each
    const more = { ...(protocol ? { protocol } : {}), ...(appProtocol === undefined ? {} : { appProtocol }) }
    return port === undefined ? [] : [{ name, port, ...more }]
  })
  return portsInOrder(ports, printedSlicePort)
}

function endpointOf(
  service: Service,
  pod: Pod,
  node: ObjectOf<'Node'> | undefined,
  type: AddressType,
): readonly Endpoint[] {
  const addresses = addressesOf(pod, type === 'IPv6' ? 6 : 4)
  if (addresses.length === 0) return []
  const serving = isReady(pod)
  const terminating = pod.metadata.deletionTimestamp !== undefined
  const ready = Boolean(service.spec?.publishNotReadyAddresses) || (serving && !terminating)
  const { namespace = '', name = '', uid = '' } = pod.metadata
  const zone = node?.metadata.labels?.[ZONE]
  const hostname = hostnameIn(service, pod)
  return [
    {
      addresses: [...addresses],
      conditions: { ready, serving, terminating },
      ...(hostname === undefined ? {} : { hostname }),
      targetRef: { kind: 'Pod', namespace, name, uid },
      ...(pod.spec?.nodeName ? { nodeName: pod.spec.nodeName } : {}),
      ...(zone ? { zone } : {}),
    },
  ]
}

function labelsOf(service: Service): Texts {
  const own = Object.entries(service.metadata.labels ?? {}).filter(([label]) => !RESERVED.includes(label))
  return {
    ...Object.fromEntries(own),
    ...(hasAddress(service) ? {} : { [HEADLESS]: '' }),
    ...labelsOfKeeper(storedName(service), SLICE_KEEPER),
  }
}

function emptySlice(service: Service, ports: readonly SlicePort[], addressType: AddressType): Slice {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      generateName: `${storedName(service)}-`,
      namespace: service.metadata.namespace ?? '',
      labels: labelsOf(service),
      ownerReferences: [controllerRef(service)],
    },
    ports: [...ports],
    addressType,
    endpoints: [],
  }
}

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
function planSlices(existing: readonly Slice[], { endpoints, empty }: Wanted): Plan {
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

/**
 * What the controller remembers of a Service: the times of its pods' changes, and by address type the number of
 * endpoints allocated to each zone.
 */
type Memory = { readonly times: Times; readonly zones: { readonly [addressType: string]: ByZone } }

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
function hintTopology(world: Pick<Reader, 'list'>, service: Service, { slices, plan, before }: Part): Hinted {
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
function* sayHints(world: WorldInSteps, service: Service, type: AddressType, { message, ...said }: Said): Steps<void> {
  const component = 'endpoint-slice-controller'
  yield* recordCoreEvent(world, service, { ...said, message: `${message}, addressType: ${type}`, component })
}

/** Wakes the Services whose zones have too few endpoints, after nodes have changed. */
function wakeOverloaded(world: WorldInSteps): undefined {
  const ratios = cpuByZone(world)
  for (const [key, memory] of world.memories()) {
    const { zones } = memory as Memory // the memory of this controller
    if (Object.values(zones).some((endpoints) => isOverloaded(endpoints, ratios))) world.wake(key)
  }
}

import type { Steps } from '../../base/turns/steps.js'
import { StatusError } from '../../base/errors/status.js'
import { jsonEqual } from '../../base/json/json.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { isReady, type Pod } from '../pods/pod-state.js'
import { isNamespaceEnding } from '../pods/make-pod.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'
import { type Address, type Subset, repack } from './repack.js'
import {
  HEADLESS,
  type Service,
  TRIGGER_TIME,
  addressesOf,
  hasAddress,
  hasOwnEndpoints,
  hostnameIn,
  isEndpoint,
  podsOf,
  targetPort,
  triggerOf,
} from './services.js'

type Endpoints = ObjectOf<'Endpoints'>

const MANAGED_BY = 'endpoints.kubernetes.io/managed-by'
const NAME = 'endpoint-controller'
const OVER_CAPACITY = 'endpoints.kubernetes.io/over-capacity'
/** The most addresses of Endpoints. */
const MOST = 1000

/** Syncs the Endpoints of a Service with its pods. */
export function* reconcileInSteps({ namespace, name }: Key, world: WorldInSteps): Steps<Again | undefined | void> {
  const ref = { namespace, name }
  const service = world.get('Service', ref)
  if (!service) {
    world.remember(undefined)
    return yield* world.delete('Endpoints', ref)
  }
  if (!hasOwnEndpoints(service)) return undefined
  const pods = podsOf(service, world)
  const { time, times } = triggerOf(service, pods, world.memory)
  world.remember(times)
  const before = world.get('Endpoints', ref)
  // Endpoints that a fixture states are left alone.
  if (before && world.stated) return undefined
  const subsets = repack(pods.flatMap((pod) => subsetsOf(service, pod)))
  const wanted = wantedEndpoints(service, before, subsets, time)
  if (before && isCorrect(before, service, subsets)) return undefined
  yield* write(world, before, wanted)
}

/** Returns the Endpoints to create for a Service with these pods. */
export const newEndpoints = (service: Service, pods: readonly Pod[]): Endpoints =>
  wantedEndpoints(
    service,
    undefined,
    repack(pods.flatMap((pod) => subsetsOf(service, pod))),
    triggerOf(service, pods, undefined).time,
  )

function subsetsOf(service: Service, pod: Pod): readonly Subset[] {
  const { publishNotReadyAddresses = false, ports = [], clusterIP } = service.spec ?? {}
  if (!isEndpoint(pod, publishNotReadyAddresses)) return []
  const address = addressOf(service, pod)
  if (!address) return []
  const addresses =
    publishNotReadyAddresses || isReady(pod) ? { addresses: [address] } : { notReadyAddresses: [address] }
  if (ports.length === 0) return clusterIP === 'None' ? [addresses] : []
  return ports.flatMap((each) => {
    const port = targetPort(each, pod)
    if (port === undefined) return []
    const { name, protocol, appProtocol } = each
    const own = {
      ...(name ? { name } : {}),
      port,
      ...(protocol ? { protocol } : {}),
      ...(appProtocol === undefined ? {} : { appProtocol }),
    }
    return [{ ...addresses, ports: [own] }]
  })
}

function addressOf(service: Service, pod: Pod): Address | undefined {
  const { metadata, spec } = pod
  const { ipFamilies = [], clusterIP = '' } = service.spec ?? {}
  const first = ipFamilies[0] ?? (clusterIP.includes(':') ? 'IPv6' : 'IPv4')
  const [ip] = addressesOf(pod, first === 'IPv6' ? 6 : 4)
  const hostname = hostnameIn(service, pod)
  const { namespace = '', name = '', uid = '' } = metadata
  return ip === undefined
    ? undefined
    : {
        ip,
        ...(hostname === undefined ? {} : { hostname }),
        nodeName: spec?.nodeName ?? '',
        targetRef: { kind: 'Pod', namespace, name, uid },
      }
}

function wantedEndpoints(
  service: Service,
  before: Endpoints | undefined,
  subsets: readonly Subset[],
  time: string | undefined,
): Endpoints {
  const { [HEADLESS]: _, ...own } = service.metadata.labels ?? {}
  const labels = { ...own, ...(hasAddress(service) ? {} : { [HEADLESS]: '' }), [MANAGED_BY]: NAME }
  const { [TRIGGER_TIME]: __, [OVER_CAPACITY]: ___, ...others } = before?.metadata.annotations ?? {}
  const truncated = truncate(subsets)
  const annotations = {
    ...others,
    ...(time === undefined ? {} : { [TRIGGER_TIME]: time }),
    ...(truncated === subsets ? {} : { [OVER_CAPACITY]: 'truncated' }),
  }
  const { namespace = '', name = '' } = service.metadata
  return {
    apiVersion: 'v1',
    kind: 'Endpoints',
    ...before,
    metadata: { ...(before?.metadata ?? { name, namespace }), labels, annotations },
    subsets: [...truncated],
  }
}

/** Returns whether Endpoints are up to date, regardless of the trigger time. */
function isCorrect({ metadata, subsets = [] }: Endpoints, service: Service, wanted: readonly Subset[]): boolean {
  const { [HEADLESS]: _, [MANAGED_BY]: manager, ...labels } = metadata.labels ?? {}
  const count = subsets.reduce((sum, each) => sum + sizeOf(each), 0)
  return (
    manager === NAME &&
    jsonEqual(labels, service.metadata.labels ?? {}) &&
    jsonEqual(subsets, wanted) &&
    count <= MOST &&
    metadata.annotations?.[OVER_CAPACITY] === undefined
  )
}

const sizeOf = ({ addresses = [], notReadyAddresses = [] }: Subset) => addresses.length + notReadyAddresses.length

/** Drops addresses beyond the limit: those that are not ready first, in proportion from each subset. */
function truncate(subsets: readonly Subset[]): readonly Subset[] {
  const ready = subsets.reduce((sum, { addresses = [] }) => sum + addresses.length, 0)
  const all = subsets.reduce((sum, each) => sum + sizeOf(each), 0)
  if (all <= MOST) return subsets
  const cutsReady = ready > MOST
  const most = cutsReady ? MOST : MOST - ready
  const total = cutsReady ? ready : all - ready
  let left = most
  return subsets.map(({ addresses = [], notReadyAddresses = [], ...rest }) => {
    const own = cutsReady ? addresses : notReadyAddresses
    const kept = own.slice(0, Math.min(Math.ceil((own.length / total) * most), left))
    left -= kept.length
    return cutsReady
      ? { ...rest, addresses: kept }
      : { ...rest, ...(addresses.length > 0 ? { addresses } : {}), notReadyAddresses: kept }
  })
}

function* write(world: WorldInSteps, before: Endpoints | undefined, wanted: Endpoints): Steps<void> {
  const { namespace, name } = wanted.metadata
  try {
    if (before) yield* world.update('Endpoints', wanted)
    else yield* world.create('Endpoints', wanted)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    const [reason, what] = before
      ? ['FailedToUpdateEndpoint', 'update endpoint']
      : ['FailedToCreateEndpoint', 'create endpoint for service']
    const message = `Failed to ${what} ${namespace}/${name}: ${error.message}`
    yield* recordCoreEvent(world, wanted, { type: 'Warning', reason, message, component: NAME })
    if (!isNamespaceEnding(error)) throw error
  }
}

import { hasEnded, isSidecar } from '../../kinds/shared/pods.js'
import { jsonEqual } from '../../base/json/json.js'
import { canonicalIp } from '../../base/text/ip.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { identityOf } from '../../schema/object.js'
import type { Key, ObjectChange, Reader } from '../runtime/types.js'
import { type Pod, isReady } from '../pods/pod-state.js'

export type Service = ObjectOf<'Service'>
type ServicePort = NonNullable<NonNullable<Service['spec']>['ports']>[number]

export const SERVICE = { apiVersion: 'v1', kind: 'Service' } as const

/** The annotation of Endpoints and EndpointSlices with the time of the change that led to them. */
export const TRIGGER_TIME = 'endpoints.kubernetes.io/last-change-trigger-time'
/** The label of the endpoints of headless Services. */
export const HEADLESS = 'service.kubernetes.io/headless'

/**
 * Returns whether the controllers maintain the endpoints of a Service: those of one without a selector or of type
 * ExternalName are written by others.
 */
export const hasOwnEndpoints = ({ spec }: Service): boolean =>
  spec?.selector !== undefined && spec.type !== 'ExternalName'

/** Returns whether a Service has a cluster IP. */
export const hasAddress = ({ spec }: Service): boolean => Boolean(spec?.clusterIP) && spec?.clusterIP !== 'None'

/** Returns the pods that a Service selects, sorted by name. */
export const podsOf = (service: Service, world: Reader): readonly Pod[] =>
  world.list('Pod', { namespace: service.metadata.namespace ?? '' }).filter((pod) => selects(service, pod))

function selects({ spec }: Service, { metadata: { labels = {} } }: Pod): boolean {
  return spec?.selector !== undefined && Object.entries(spec.selector).every(([key, value]) => labels[key] === value)
}

/** Returns the Services affected by a change of a pod (GetServicesToUpdateOnPodChange). */
export function concernedServices({ prev, next }: ObjectChange<'Pod'>, world: Reader): readonly Key[] {
  const isMoved = !prev || !next || changesMembership(prev, next)
  if (!isMoved && !changesEndpoint(prev, next)) return []
  const pod = next ?? prev
  const services = pod ? world.list('Service', { namespace: pod.metadata.namespace ?? '' }) : []
  const concerned = services.filter((service) => (prev && selects(service, prev)) || (next && selects(service, next)))
  return concerned.map(identityOf)
}

const changesMembership = (a: Pod, b: Pod): boolean =>
  !jsonEqual(a.metadata.labels, b.metadata.labels) ||
  a.spec?.hostname !== b.spec?.hostname ||
  a.spec?.subdomain !== b.spec?.subdomain

const changesEndpoint = (a: Pod, b: Pod): boolean =>
  a.metadata.deletionTimestamp !== b.metadata.deletionTimestamp ||
  isReady(a) !== isReady(b) ||
  (a.status?.podIPs !== b.status?.podIPs && !jsonEqual(addressesOf(a), addressesOf(b)))

/** Returns the canonical addresses of a pod, of one IP family or of both. */
export const addressesOf = ({ status }: Pod, family?: 4 | 6): readonly string[] =>
  (status?.podIPs ?? []).flatMap(({ ip }) => {
    const address = canonicalIp(ip)
    return address && (family === undefined || address.family === family) ? [address.text] : []
  })

/**
 * Returns whether a pod is an endpoint (ShouldPodBeInEndpoints): it has an address, has not finished and, unless
 * terminating pods are included, is not being deleted.
 */
export const isEndpoint = (pod: Pod, terminating: boolean): boolean =>
  !hasEnded(pod) &&
  (Boolean(pod.status?.podIP) || (pod.status?.podIPs ?? []).length > 0) &&
  (terminating || !pod.metadata.deletionTimestamp)

/** Returns the hostname of a pod in the domain of a Service; undefined if it has none. */
export const hostnameIn = ({ metadata }: Service, { spec }: Pod): string | undefined =>
  spec?.hostname && spec.subdomain === metadata.name ? spec.hostname : undefined

/** Resolves the target port of a Service's port for a pod; undefined if the pod has no port of that name. */
export function targetPort(
  { targetPort: target, port, protocol = 'TCP' }: ServicePort,
  { spec }: Pod,
): number | undefined {
  if (typeof target !== 'string') return target ?? port
  const sidecars = (spec?.initContainers ?? []).filter(isSidecar)
  for (const { ports = [] } of [...(spec?.containers ?? []), ...sidecars])
    for (const each of ports)
      if (each.name === target && (each.protocol ?? 'TCP') === protocol) return each.containerPort
  return undefined
}

/** The times of the last sync: when the Service was created, and when each pod last became ready or not ready. */
export type Times = { readonly service: string; readonly pods: { readonly [name: string]: string } }

/**
 * Returns the time of the earliest change since the last sync, whose state is in `memory`; undefined if there was none.
 * Also returns the state to remember (TriggerTimeTracker).
 */
export function triggerOf(
  { metadata }: Service,
  pods: readonly Pod[],
  memory: unknown,
): { readonly time: string | undefined; readonly times: Times } {
  const before = memory as Times | undefined // as returned below
  const service = String(metadata.creationTimestamp ?? '')
  const now = Object.fromEntries(
    pods.flatMap(({ metadata: { name = '' }, status }) => {
      const since = status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime
      return since ? [[name, String(since)] as const] : []
    }),
  )
  const times = { service, pods: now }
  if (!before) return { time: service, times }
  const changed = Object.entries(now).flatMap(([name, since]) => (since > (before.pods[name] ?? '') ? [since] : []))
  const all = service > before.service ? [...changed, service] : changed
  return { time: all.sort()[0], times }
}

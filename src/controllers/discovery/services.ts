import { hasEnded, isSidecar } from '../../base/pods.js'
import { jsonEqual } from '../../base/json.js'
import { canonicalIp } from '../../base/ip.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { identityOf } from '../../schema/identity.js'
import type { Key, ObjectChange, Reader } from '../runtime/types.js'
import { type Pod, isReady } from '../pods/pod-state.js'

/** A Service, as the controllers of its endpoints read it. */
export type Service = ObjectOf<'Service'>
type ServicePort = NonNullable<NonNullable<Service['spec']>['ports']>[number]

export const SERVICE = { apiVersion: 'v1', kind: 'Service' } as const

/** The annotation of Endpoints and EndpointSlices that says since when what they state is so. */
export const TRIGGER_TIME = 'endpoints.kubernetes.io/last-change-trigger-time'
/** The label of the endpoints of Services that have no address of their own. */
export const HEADLESS = 'service.kubernetes.io/headless'

/**
 * Tells whether the endpoints of a Service are to be kept: one without a selector, or that is but another name, has
 * what somebody else writes.
 */
export const hasOwnEndpoints = ({ spec }: Service): boolean =>
  spec?.selector !== undefined && spec.type !== 'ExternalName'

/** Tells whether a Service has an address of its own. */
export const hasAddress = ({ spec }: Service): boolean => Boolean(spec?.clusterIP) && spec?.clusterIP !== 'None'

/** The pods a Service selects, in order of their names. */
export const podsOf = (service: Service, world: Reader): readonly Pod[] =>
  world.list('Pod', { namespace: service.metadata.namespace ?? '' }).filter((pod) => selects(service, pod))

function selects({ spec }: Service, { metadata: { labels = {} } }: Pod): boolean {
  return spec?.selector !== undefined && Object.entries(spec.selector).every(([key, value]) => labels[key] === value)
}

/** The Services a change of a pod concerns (GetServicesToUpdateOnPodChange). */
export function concernedServices({ prev, next }: ObjectChange<'Pod'>, world: Reader): readonly Key[] {
  const isMoved = !prev || !next || changesMembership(prev, next)
  if (!isMoved && !changesEndpoint(prev, next)) return []
  const pod = next ?? prev
  const services = pod ? world.list('Service', { namespace: pod.metadata.namespace ?? '' }) : []
  return services.filter((service) => [prev, next].some((each) => each && selects(service, each))).map(identityOf)
}

const changesMembership = (a: Pod, b: Pod): boolean =>
  !jsonEqual(a.metadata.labels, b.metadata.labels) ||
  a.spec?.hostname !== b.spec?.hostname ||
  a.spec?.subdomain !== b.spec?.subdomain

const changesEndpoint = (a: Pod, b: Pod): boolean =>
  a.metadata.deletionTimestamp !== b.metadata.deletionTimestamp ||
  isReady(a) !== isReady(b) ||
  (a.status?.podIPs !== b.status?.podIPs && !jsonEqual(addressesOf(a), addressesOf(b)))

/** The addresses of a pod, as they are printed, of one family or of both. */
export const addressesOf = ({ status }: Pod, family?: 4 | 6): readonly string[] =>
  (status?.podIPs ?? []).flatMap(({ ip }) => {
    const address = canonicalIp(ip)
    return address && (family === undefined || address.family === family) ? [address.text] : []
  })

/**
 * Tells whether a pod is to be among endpoints (ShouldPodBeInEndpoints): it has an address, has not ended and, unless
 * those count, is not being deleted.
 */
export const isEndpoint = (pod: Pod, terminating: boolean): boolean =>
  !hasEnded(pod) &&
  (Boolean(pod.status?.podIP) || (pod.status?.podIPs ?? []).length > 0) &&
  (terminating || !pod.metadata.deletionTimestamp)

/** The host name a pod has in the domain of a Service; undefined where it has none there. */
export const hostnameIn = ({ metadata }: Service, { spec }: Pod): string | undefined =>
  spec?.hostname && spec.subdomain === metadata.name ? spec.hostname : undefined

/** The port of a pod that a port of a Service leads to; undefined where a name leads to none. */
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

/** What is known of the last look at a Service: when it was made, and since when its pods were as they were. */
export type Times = { readonly service: string; readonly pods: { readonly [name: string]: string } }

/**
 * Since when what is to be written is so: the first of the changes since the last look, which `memory` is of; undefined
 * where none is known of. Gives what to remember (TriggerTimeTracker).
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

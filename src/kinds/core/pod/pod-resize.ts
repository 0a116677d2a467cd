import {
  type Amounts,
  type Container,
  type ContainerStatus,
  type Pod,
  type PodSpec,
  podStructOf,
  MIRROR,
} from './pod-types.js'
import { isSidecar } from '../../shared/pods.js'
import { issuesOfItems } from '../../../base/turns/issues-in-parts.js'
import { type Issue, forbidden, invalid } from '../../../base/errors/issue.js'
import { compareQuantity } from '../../../base/numbers/quantity.js'
import { semanticEqual } from '../../../schema/semantic-equal.js'
import { sameAmounts } from '../../shared/resource-list.js'
import { qosClassOf } from './pod-defaults.js'

type Resources = { readonly limits?: Amounts; readonly requests?: Amounts }
type Shared = PodSpec & { readonly resources?: Resources; readonly os?: { readonly name?: string } }
type List = 'containers' | 'initContainers'

const ANY = ['containers', 'initContainers'] as const

/** Validates a resize (ValidatePodResize); `found` are the issues of the pod itself. */
export function validateResize(next: Pod, old: Pod, found: readonly Issue[]): readonly Issue[] {
  const never = neverResized(next, old)
  if (never) return [forbidden('', never)]
  const { status = {}, spec: before = {} } = old
  const after = next.spec ?? {}
  const qosClass = status.qosClass ?? qosClassOf(before)
  const issues = [
    ...found,
    ...(qosClassOf(after) === qosClass
      ? []
      : [invalid('spec', next.status?.qosClass ?? '', 'Pod QOS Class may not change as a result of resizing')]),
    ...(canResize(status.containerStatuses)
      ? []
      : [forbidden('spec', 'Pod running on node without support for resize')]),
  ]
  const order = ANY.flatMap((list) => sameContainers(after[list] ?? [], before[list] ?? [], list))
  if (order.length > 0) return [...issues, ...order]
  const each = (
    list: List,
    what: string,
    check: (next: Container, old: Container, field: string) => readonly Issue[],
  ) => {
    const were = before[list] ?? []
    return issuesOfItems(after[list] ?? [], what, (is, i) => {
      const was = were[i]
      return was ? check(is, was, `spec.${list}[${i}].resources`) : []
    })
  }
  return [
    ...issues,
    ...each('initContainers', 'amounts', (now, was, field) => (isSidecar(was) ? validateAmounts(now, was, field) : [])),
    ...each('containers', 'amounts', validateAmounts),
    ...each('containers', 'others', (now, was) => onlyComputing(now, was, 'only cpu and memory resources are mutable')),
    ...each('initContainers', 'others', (now, was) =>
      isSidecar(now)
        ? onlyComputing(now, was, 'only cpu and memory resources for sidecar containers are mutable')
        : sameContainer(now, was)
          ? []
          : [forbidden('spec', 'resources for non-sidecar init containers are immutable')],
    ),
  ]
}

/** Returns why a pod can never be resized; undefined if it can. */
function neverResized(next: Pod, old: Pod): string | undefined {
  // Ensured by the schema.
  const shared = [old.spec, next.spec].map((spec) => (spec as Shared | undefined)?.resources ?? {})
  const hasOwn = ({ limits = {}, requests = {} }: Resources) => Object.keys({ ...limits, ...requests }).length > 0
  if (shared.some(hasOwn)) return 'pods with pod-level resources cannot be resized'
  if (old.metadata.annotations?.[MIRROR] !== undefined) return 'static pods cannot be resized'
  const { os } = (old.spec ?? {}) as Shared // as above
  return os?.name === 'windows' ? 'windows pods cannot be resized' : undefined
}

function sameContainers(next: readonly Container[], old: readonly Container[], list: List): readonly Issue[] {
  if (next.length !== old.length) return [forbidden(`spec.${list}`, `${list} may not be added or removed on resize`)]
  return issuesOfItems(next, sameContainers, ({ name }, i) =>
    name === old[i]?.name
      ? []
      : [forbidden(`spec.${list}[${i}].name`, `${list} may not be renamed or reordered on resize`)],
  )
}

/**
 * Validates that no requests or limits are removed, and that memory limits only shrink with a restart
 * (validateContainerResize).
 */
function validateAmounts(next: Container, old: Container, field: string): readonly Issue[] {
  const { limits = {}, requests = {} } = next.resources ?? {}
  const before = old.resources ?? {}
  const isLess = (now: Amounts, was: Amounts = {}) => Object.keys(was).some((name) => !Object.hasOwn(now, name))
  const policy = next.resizePolicy?.find(({ resourceName }) => resourceName === 'memory')?.restartPolicy
  const verb =
    limits['memory'] && policy !== 'RestartContainer' ? taken(limits['memory'], before.limits?.['memory']) : ''
  return [
    ...(isLess(requests, before.requests)
      ? [forbidden(`${field}.requests`, 'resource requests cannot be removed')]
      : []),
    ...(isLess(limits, before.limits) ? [forbidden(`${field}.limits`, 'resource limits cannot be removed')] : []),
    ...(verb
      ? [
          forbidden(
            `${field}.limits[memory]`,
            `memory limits cannot be ${verb} unless resizePolicy is RestartContainer`,
          ),
        ]
      : []),
  ]
}

const taken = (now: string, was: string | undefined): '' | 'added' | 'decreased' =>
  was === undefined ? 'added' : compareQuantity(now, was) < 0 ? 'decreased' : ''

function onlyComputing(next: Container, old: Container, why: string): readonly Issue[] {
  const { resources: now = {}, ...container } = next
  const { resources: was = {}, ...before } = old
  const isSame =
    sameContainer(container, before) && sameOthers(now.limits, was.limits) && sameOthers(now.requests, was.requests)
  return isSame ? [] : [forbidden('spec', why)]
}

const sameContainer = (next: Container, old: Container) => semanticEqual(podStructOf('core.v1.Container'), next, old)

/** Tells whether two resource lists are equal except for cpu and memory. An unset old list equals any. */
function sameOthers(next: Amounts = {}, old?: Amounts): boolean {
  const others = (amounts: Amounts) =>
    Object.fromEntries(Object.entries(amounts).filter(([name]) => name !== 'cpu' && name !== 'memory'))
  return old === undefined || sameAmounts(others(next), others(old))
}

/**
 * Tells whether the node supports resizing: it reports the resources of running containers
 * (isPodResizeRequestSupported).
 */
const canResize = (statuses: readonly ContainerStatus[] = []) => {
  const running = statuses.find(({ state }) => state?.running)
  return !running || running.resources !== undefined
}

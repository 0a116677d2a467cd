import { type Amounts, type Container, type ContainerStatus, type Pod, podStructOf, MIRROR } from './pod-types.js'
import { append } from '../../../base/lists/lists.js'
import { jsonEqual } from '../../../base/json/json.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { isSidecar } from '../../shared/pods.js'
import { issuesOfItems } from '../../../base/errors/issues-in-parts.js'
import { type Issue, forbidden, invalid } from '../../../base/errors/issue.js'
import { compareQuantity } from '../../../base/numbers/quantity.js'
import { semanticEqual } from '../../../schema/semantic-equal.js'
import { sameAmounts } from '../../shared/resource-list.js'
import { qosClassOf } from './pod-defaults.js'

type Resources = { readonly limits?: Amounts; readonly requests?: Amounts }
type List = 'containers' | 'initContainers'

const ANY = ['containers', 'initContainers'] as const

/** Validates a resize (ValidatePodResize); `found` are the issues of the pod itself. */
export function validateResize(
  next: Pod,
  old: Pod,
  found: readonly Issue[],
  featureGates: FeatureGates,
): readonly Issue[] {
  const never = neverResized(next, old)
  if (never) return [forbidden('[]', never)]
  const { status = {}, spec: before = {} } = old
  const after = next.spec ?? {}
  const initContainersToo = featureGates.InPlacePodVerticalScalingInitContainers
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
  if (hasOwnResources(next) || hasOwnResources(old)) {
    if (!featureGates.InPlacePodLevelResourcesVerticalScaling) return [...issues, forbidden('[]', NOT_AS_A_WHOLE)]
    append(issues, [...validateWhole(after.resources, before.resources)])
  }
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
    ...each('initContainers', 'amounts', (now, was, field) =>
      isSidecar(was) || initContainersToo ? validateAmounts(now, was, field) : [],
    ),
    ...each('containers', 'amounts', validateAmounts),
    ...each('containers', 'others', (now, was) => onlyComputing(now, was, 'only cpu and memory resources are mutable')),
    ...each('initContainers', 'others', (now, was, field) => {
      const at = field.replace(/\.resources$/, '')
      if (isSidecar(now) && !runsAtLeast('1.36'))
        return onlyComputing(now, was, 'only cpu and memory resources for sidecar containers are mutable')
      if (!isSidecar(now) && !initContainersToo)
        return sameContainer(now, was)
          ? []
          : [forbidden('spec', 'resources for non-sidecar init containers are immutable')]
      const why = 'only cpu and memory resources for init or sidecar containers are mutable'
      return [...onlyComputing(now, was, why, at), ...(isSidecar(now) ? [] : neverRestarted(now, was, at))]
    }),
  ]
}

const NOT_AS_A_WHOLE =
  'resize of pods with pod-level resources is forbidden when InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled'

/** Validates the resources that a pod has as a whole (validatePodLevelResourcesResize). */
function* validateWhole(next: Resources | undefined, old: Resources | undefined): Iterable<Issue> {
  if (old && !next) return yield forbidden('spec.resources', 'pod-level resources cannot be removed')
  if (old && isLess(next?.requests, old.requests))
    yield forbidden('spec.resources.requests', 'pod-level resource requests cannot be removed')
  if (old && isLess(next?.limits, old.limits))
    yield forbidden('spec.resources.limits', 'pod-level resource limits cannot be removed')
  if (!(sameOthers(next?.limits, old?.limits) && sameOthers(next?.requests, old?.requests)))
    yield forbidden('spec', 'only cpu and memory resources are mutable at pod-level')
}

/** Validates that an init container that is resized is not to be restarted for that. */
const neverRestarted = (next: Container, old: Container, field: string): readonly Issue[] =>
  sameContainer(next, old)
    ? []
    : (next.resizePolicy ?? [])
        .filter(({ restartPolicy }) => restartPolicy === 'RestartContainer')
        .map(() =>
          forbidden(field, 'non-sidecar init containers with a resize policy of RestartContainer cannot be resized'),
        )

const hasOwnResources = ({ spec: { resources: { limits = {}, requests = {} } = {} } = {} }: Pod): boolean =>
  Object.keys({ ...limits, ...requests }).length > 0

/** Returns why a pod can never be resized; undefined if it can. */
function neverResized(next: Pod, old: Pod): string | undefined {
  if (!runsAtLeast('1.35') && (hasOwnResources(old) || hasOwnResources(next)))
    return 'pods with pod-level resources cannot be resized'
  if (old.metadata.annotations?.[MIRROR] !== undefined) return 'static pods cannot be resized'
  return old.spec?.os?.name === 'windows' ? 'windows pods cannot be resized' : undefined
}

function sameContainers(next: readonly Container[], old: readonly Container[], list: List): readonly Issue[] {
  if (next.length !== old.length) return [forbidden(`spec.${list}`, `${list} may not be added or removed on resize`)]
  return issuesOfItems(next, sameContainers, ({ name }, i) =>
    name === old[i]?.name
      ? []
      : [forbidden(`spec.${list}[${i}].name`, `${list} may not be renamed or reordered on resize`)],
  )
}

const isLess = (now: Amounts = {}, was: Amounts = {}) => Object.keys(was).some((name) => !Object.hasOwn(now, name))

/**
 * Validates that no requests or limits are removed, and in v1.33 that memory limits only shrink with a restart
 * (validateContainerResize).
 */
function validateAmounts(next: Container, old: Container, field: string): readonly Issue[] {
  const { limits = {}, requests = {} } = next.resources ?? {}
  const before = old.resources ?? {}
  const policy = next.resizePolicy?.find(({ resourceName }) => resourceName === 'memory')?.restartPolicy
  const isFree = policy === 'RestartContainer' || runsAtLeast('1.34')
  const verb = limits['memory'] && !isFree ? taken(limits['memory'], before.limits?.['memory']) : ''
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

function onlyComputing(next: Container, old: Container, why: string, field = 'spec'): readonly Issue[] {
  const { resources: now = {}, ...container } = next
  const { resources: was = {}, ...before } = old
  // Until v1.37 a container that claims devices cannot be resized, and one that does not may claim some.
  const isSame =
    (runsAtLeast('1.37') ? jsonEqual(now.claims ?? [], was.claims ?? []) : !was.claims?.length) &&
    sameContainer(container, before) &&
    sameOthers(now.limits, was.limits) &&
    sameOthers(now.requests, was.requests)
  return isSame ? [] : [forbidden(field, why)]
}

const sameContainer = (next: Container, old: Container) => semanticEqual(podStructOf('core.v1.Container'), next, old)

/** Tells whether two resource lists are equal except for cpu and memory. Until v1.35 an unset old list equals any. */
function sameOthers(next: Amounts = {}, old: Amounts | undefined = runsAtLeast('1.35') ? {} : undefined): boolean {
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

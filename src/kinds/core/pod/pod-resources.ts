import { isSidecar } from '../../shared/pods.js'
import { jsonEqual } from '../../../base/json/json.js'
import { type Quantities, largerOf, only, quantitiesOf, sumOf } from '../../../base/numbers/quantities.js'
import type { ResourceList } from '../../shared/resource-list.js'
import type { Container, Pod, PodSpec } from './pod-types.js'

/** Which amounts of a container are meant. */
type Bound = 'requests' | 'limits'

/** The fields of a pod that its resources are computed from. */
type Sized = {
  readonly spec?: PodSpec
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly reason?: string }[]
    readonly containerStatuses?: readonly Used[]
    readonly initContainerStatuses?: readonly Used[]
  }
}

type Used = {
  readonly name?: string
  readonly resources?: { readonly requests?: ResourceList; readonly limits?: ResourceList }
  readonly allocatedResources?: ResourceList
}

const NOTHING: Quantities = new Map()

/** Tells whether a resource is huge pages. */
export const isHugePages = (name: string): boolean => name.startsWith('hugepages-')

/** Tells whether a pod as a whole may have a resource (IsSupportedPodLevelResource). */
export const isPodLevel = (name: string): boolean => name === 'cpu' || name === 'memory' || isHugePages(name)

/** Returns the sum of a pod's containers as specified. */
export const statedResources = (pod: Pick<Pod, 'spec'>, bound: Bound): Quantities =>
  added(pod, ({ resources }) => quantitiesOf(resources?.[bound]))

/** Returns what LimitRanger takes for the resources of a pod: it knows no huge pages of a pod as a whole. */
export const limitedResources = ({ spec = {} }: Pick<Pod, 'spec'>, bound: Bound): Quantities =>
  ofWhole(statedResources({ spec }, bound), spec, bound, (name) => isPodLevel(name) && !isHugePages(name))

/**
 * Returns the resources of a pod as the scheduler and quotas compute them (component-helpers' PodRequests and
 * PodLimits): a container that is being resized counts with the maximum of its actual and its desired resources, what
 * the pod as a whole has goes before the sum of its containers, and its overhead is added, to limits only where there
 * is one.
 */
export function takenResources(pod: Sized, bound: Bound): Quantities {
  const { spec = {}, status } = pod
  const isInfeasible = status?.conditions?.find(({ type }) => type === 'PodResizePending')?.reason === 'Infeasible'
  const used: readonly Used[] = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])]
  const statuses = new Map(used.map((each) => [each.name, each]))
  const isAsWanted = ({ name, resources }: Container) => has(statuses.get(name), resources?.[bound], bound)
  const isSettled =
    !isInfeasible && (spec.containers ?? []).every(isAsWanted) && (spec.initContainers ?? []).every(isAsWanted)
  if (isSettled) return wantedResources(spec, bound)
  const sum = added(pod, (container, isResizable) => {
    const stated = quantitiesOf(container.resources?.[bound])
    const told = isResizable ? statuses.get(container.name) : undefined
    if (!told?.resources) return stated
    const had = quantitiesOf(told.resources[bound])
    const allocated = bound === 'requests' ? quantitiesOf(told.allocatedResources) : NOTHING
    return isInfeasible ? largerOf(had, allocated) : largerOf(largerOf(stated, had), allocated)
  })
  return withOverhead(ofWhole(sum, spec, bound), spec, bound)
}

/** Replaces sums of containers by what the pod as a whole has. */
function ofWhole(sum: Quantities, { resources }: PodSpec, bound: Bound, fits = isPodLevel): Quantities {
  const own = resources?.[bound]
  return own ? new Map([...sum, ...only(quantitiesOf(own), fits)]) : sum
}

/** Tells whether the reported resources of a container are the desired ones; unreported ones count as such. */
function has(told: Used | undefined, wanted: ResourceList | undefined, bound: Bound): boolean {
  const had = told?.resources?.[bound]
  const allocated = told?.resources && bound === 'requests' ? told.allocatedResources : undefined
  return (!had || jsonEqual(had, wanted)) && (!allocated || jsonEqual(allocated, wanted))
}

type Wanted = { readonly like: PodSpec; readonly sums: Map<Bound, Quantities> }

/** Sums of desired resources, keyed by the list of containers, which pods of one template share. */
const wanted = new WeakMap<readonly Container[], Wanted>()

/** What sums depend on besides the containers. */
const LIKE = ['initContainers', 'overhead', 'resources'] as const

function wantedResources(spec: PodSpec, bound: Bound): Quantities {
  const { containers } = spec
  const sum = () => withOverhead(ofWhole(statedResources({ spec }, bound), spec, bound), spec, bound)
  if (!containers || !Object.isFrozen(containers)) return sum()
  let known = wanted.get(containers)
  if (known && LIKE.some((member) => known?.like[member] !== spec[member])) known = undefined
  if (!known) wanted.set(containers, (known = { like: spec, sums: new Map() }))
  let found = known.sums.get(bound)
  if (!found) known.sums.set(bound, (found = sum()))
  return found
}

function withOverhead(sum: Quantities, spec: PodSpec, bound: Bound): Quantities {
  const overhead = quantitiesOf(spec.overhead)
  return sumOf(sum, bound === 'requests' ? overhead : only(overhead, (name) => (sum.get(name)?.unscaled ?? 0n) !== 0n))
}

/** Returns the maximum of all containers together and of each init container together with the sidecars before it. */
function added(
  { spec }: Pick<Pod, 'spec'>,
  of: (container: Container, isResizable: boolean) => Quantities,
): Quantities {
  let sum = (spec?.containers ?? []).reduce((so, container) => sumOf(so, of(container, true)), NOTHING)
  let staying = NOTHING
  let starting = NOTHING
  for (const container of spec?.initContainers ?? []) {
    const stays = isSidecar(container)
    const own = of(container, stays)
    if (stays) {
      sum = sumOf(sum, own)
      staying = sumOf(staying, own)
    }
    starting = largerOf(starting, stays ? staying : sumOf(own, staying))
  }
  return largerOf(sum, starting)
}

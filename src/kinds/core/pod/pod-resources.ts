import { isSidecar } from '../../../base/pods.js'
import { jsonEqual } from '../../../base/json.js'
import { type Quantities, largerOf, only, quantitiesOf, sumOf } from '../../../base/quantities.js'
import type { ResourceList } from '../../shared/resource-list.js'
import type { Container, ContainerStatus, Pod, PodSpec } from './pod-types.js'

/** What a container asks for, or what it may use at most. */
type Bound = 'requests' | 'limits'

type Used = ContainerStatus & {
  readonly resources?: { readonly requests?: ResourceList; readonly limits?: ResourceList }
  readonly allocatedResources?: ResourceList
}

const NOTHING: Quantities = new Map()

/** What the containers of a pod state together: as the plug-in LimitRanger adds it up. */
export const statedResources = (pod: Pod, bound: Bound): Quantities =>
  added(pod, ({ resources }) => quantitiesOf(resources?.[bound]))

/**
 * What a pod takes, as the scheduler and quotas add it up (component-helpers' PodRequests and PodLimits): a container
 * that is being resized takes the most of what it has and what it wants, and the pod's overhead comes on top, where
 * there is a limit at all.
 */
export function takenResources(pod: Pod, bound: Bound): Quantities {
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
  return withOverhead(sum, spec, bound)
}

/** Tells whether a container has no more than what it wants, as far as is told. */
function has(told: Used | undefined, wanted: ResourceList | undefined, bound: Bound): boolean {
  const had = told?.resources?.[bound]
  const allocated = told?.resources && bound === 'requests' ? told.allocatedResources : undefined
  return (!had || jsonEqual(had, wanted)) && (!allocated || jsonEqual(allocated, wanted))
}

type Wanted = { readonly like: PodSpec; readonly sums: Map<Bound, Quantities> }

/** What specs want, by their containers: pods of one template share these. */
const wanted = new WeakMap<readonly Container[], Wanted>()

function wantedResources(spec: PodSpec, bound: Bound): Quantities {
  const { containers } = spec
  const sum = () =>
    withOverhead(
      added({ spec }, ({ resources }) => quantitiesOf(resources?.[bound])),
      spec,
      bound,
    )
  if (!containers || !Object.isFrozen(containers)) return sum()
  let known = wanted.get(containers)
  if (known?.like.initContainers !== spec.initContainers || known?.like.overhead !== spec.overhead) known = undefined
  if (!known) wanted.set(containers, (known = { like: spec, sums: new Map() }))
  let found = known.sums.get(bound)
  if (!found) known.sums.set(bound, (found = sum()))
  return found
}

function withOverhead(sum: Quantities, spec: PodSpec, bound: Bound): Quantities {
  const overhead = quantitiesOf(spec.overhead)
  return sumOf(sum, bound === 'requests' ? overhead : only(overhead, (name) => (sum.get(name)?.unscaled ?? 0n) !== 0n))
}

/** All containers at once, or an init container beside those that stay, whichever is more. */
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

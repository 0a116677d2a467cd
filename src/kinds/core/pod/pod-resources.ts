import { type Quantities, largerOf, only, quantitiesOf, sumOf } from '../../../base/quantities.js'
import type { ResourceList } from '../../shared/resource-list.js'
import type { Container, ContainerStatus, Pod } from './pod-types.js'

/** What a container asks for, or what it may use at most. */
export type Bound = 'requests' | 'limits'

type Used = ContainerStatus & {
  readonly resources?: { readonly requests?: ResourceList; readonly limits?: ResourceList }
  readonly allocatedResources?: ResourceList
}

const NOTHING: Quantities = new Map()

/** What the containers of a pod state together: as the plug-in LimitRanger adds it up. */
export const statedResources = (pod: Pod, bound: Bound): Quantities =>
  added(pod, ({ resources }) => quantitiesOf(resources?.[bound]))

/**
 * What a pod takes, as the scheduler and quotas add it up (component-helpers' PodRequests and PodLimits): a container that is being
 * resized takes the most of what it has and what it wants, and the pod's overhead comes on top, where there is a limit at all.
 */
export function takenResources(pod: Pod, bound: Bound): Quantities {
  const isInfeasible = pod.status?.conditions?.find(({ type }) => type === 'PodResizePending')?.reason === 'Infeasible'
  const statuses = new Map<string | undefined, Used>()
  for (const status of [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])])
    statuses.set(status.name, status as Used) // what its schema says of a container's status
  const sum = added(pod, (container, isResizable) => {
    const stated = quantitiesOf(container.resources?.[bound])
    const status = isResizable ? statuses.get(container.name) : undefined
    if (!status?.resources) return stated
    const had = quantitiesOf(status.resources[bound])
    const allocated = bound === 'requests' ? quantitiesOf(status.allocatedResources) : NOTHING
    return isInfeasible ? largerOf(had, allocated) : largerOf(largerOf(stated, had), allocated)
  })
  const overhead = quantitiesOf(pod.spec?.overhead)
  return sumOf(sum, bound === 'requests' ? overhead : only(overhead, (name) => (sum.get(name)?.unscaled ?? 0n) !== 0n))
}

/** All containers at once, or an init container beside those that stay, whichever is more. */
function added({ spec }: Pod, of: (container: Container, isResizable: boolean) => Quantities): Quantities {
  let sum = (spec?.containers ?? []).reduce((so, container) => sumOf(so, of(container, true)), NOTHING)
  let staying = NOTHING
  let starting = NOTHING
  for (const container of spec?.initContainers ?? []) {
    const stays = container.restartPolicy === 'Always'
    const own = of(container, stays)
    if (stays) {
      sum = sumOf(sum, own)
      staying = sumOf(staying, own)
    }
    starting = largerOf(starting, stays ? staying : sumOf(own, staying))
  }
  return largerOf(sum, starting)
}

import { isSidecar, restartsAfter } from '../../../kinds/shared/pods.js'
import { withMembers } from '../../../base/json/json.js'
import type { AgentPod, Container, ContainerStatus, PodSpec, PodStatus } from './types.js'

/** The container lists of a pod spec, and the corresponding lists of a pod status. */
const GROUPS = [
  ['initContainers', 'initContainerStatuses'],
  ['containers', 'containerStatuses'],
  ['ephemeralContainers', 'ephemeralContainerStatuses'],
] as const
/** The list of a pod that a container is in. */
type Group = (typeof GROUPS)[number][0]

/** A container of a pod with its list and status. */
export type Placed = {
  /** Its place among all containers of the pod. */
  readonly place: number
  readonly group: Group
  readonly container: Container
  readonly status: ContainerStatus
}

/** Whether a container is restarted after it ended with an exit code. */
export function isRestarted(
  { group, container }: Pick<Placed, 'group' | 'container'>,
  spec: PodSpec,
  code: number,
): boolean {
  if (group === 'ephemeralContainers') return false
  if (isSidecar(container)) return true
  // An init container that succeeded is done.
  return restartsAfter(container, spec, code) && (code !== 0 || group === 'containers')
}

/** Why a container waits, and how it ended, when all containers of its pod begin anew. */
export const RESET = 'RestartingAllContainers'

/** Returns the containers of a pod with their statuses; those without a status are waiting. */
export function placedOf({ spec = {} }: AgentPod, status: PodStatus): readonly Placed[] {
  const reason = (spec.initContainers ?? []).length > 0 ? 'PodInitializing' : 'ContainerCreating'
  let place = 0
  return GROUPS.flatMap(([group, statuses]) => {
    const containers = spec[group]
    if (!containers || containers.length === 0) return []
    const known = statusByName(status[statuses])
    return containers.map((container): Placed => ({
      place: place++,
      group,
      container,
      status: known.get(container.name) ?? waiting(container, reason),
    }))
  })
}

/** Returns the statuses by the names of their containers. */
export const statusByName = (statuses: readonly ContainerStatus[] = []): ReadonlyMap<string, ContainerStatus> =>
  new Map(statuses.map((each) => [each.name, each]))

/** Returns all container statuses. */
export function reportedStatuses(status: PodStatus): readonly ContainerStatus[] {
  const { initContainerStatuses, containerStatuses = NONE, ephemeralContainerStatuses } = status
  // Most pods have but one list.
  if (!initContainerStatuses && !ephemeralContainerStatuses) return containerStatuses
  return [...(initContainerStatuses ?? NONE), ...containerStatuses, ...(ephemeralContainerStatuses ?? NONE)]
}

const NONE: readonly ContainerStatus[] = []

/**
 * Sets the container statuses in a pod status; as in a kubelet, all lists but that of init containers are sorted by
 * name.
 */
export function withPlaced(status: PodStatus, placed: readonly Placed[]): PodStatus {
  const lists: { [statuses in (typeof GROUPS)[number][1]]?: ContainerStatus[] } = {}
  for (const [group, statuses] of GROUPS)
    for (const each of placed) if (each.group === group) (lists[statuses] ??= []).push(each.status)
  const byName = (a: ContainerStatus, b: ContainerStatus) => (a.name < b.name ? -1 : 1)
  lists.containerStatuses?.sort(byName)
  lists.ephemeralContainerStatuses?.sort(byName)
  return withMembers(status, lists)
}

function waiting(container: Container, reason: string): ContainerStatus {
  const { name, image } = container
  return {
    name,
    image,
    imageID: '',
    lastState: {},
    ready: false,
    restartCount: 0,
    started: false,
    state: { waiting: { reason } },
    ...mountsOf(container),
  }
}

/** Returns the volume mounts in a container status. */
function mountsOf({ volumeMounts = [] }: Container): { readonly volumeMounts?: readonly object[] } {
  if (volumeMounts.length === 0) return {}
  return {
    volumeMounts: volumeMounts.map(({ name, mountPath, readOnly }) => ({
      name,
      mountPath,
      ...(readOnly ? { readOnly, recursiveReadOnly: 'Disabled' } : {}),
    })),
  }
}

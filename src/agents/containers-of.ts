import { isSidecar } from '../base/pods.js'
import { withMembers } from '../base/json.js'
import type { AgentPod, Container, ContainerStatus, PodSpec, PodStatus } from './types.js'

/** The members of a spec that name containers, and those of a status that tell of them. */
const GROUPS = [
  ['initContainers', 'initContainerStatuses'],
  ['containers', 'containerStatuses'],
  ['ephemeralContainers', 'ephemeralContainerStatuses'],
] as const
/** Which of a pod's lists a container is in. */
type Group = (typeof GROUPS)[number][0]

/** A container of a pod, where it stands, and what is said of it. */
export type Placed = {
  readonly group: Group
  readonly container: Container
  readonly status: ContainerStatus
}

/** Whether a container is started again after it ended so. */
export function isRestarted(
  { group, container }: Pick<Placed, 'group' | 'container'>,
  spec: PodSpec,
  code: number,
): boolean {
  if (group === 'ephemeralContainers') return false
  if (isSidecar(container)) return true
  const { restartPolicy = 'Always' } = spec
  if (restartPolicy === 'Never') return false
  return code !== 0 || (group === 'containers' && restartPolicy === 'Always')
}

/** The containers of a pod with what is said of each, those that have not been heard of waiting. */
export function placedOf({ spec = {} }: AgentPod, status: PodStatus): readonly Placed[] {
  const reason = (spec.initContainers ?? []).length > 0 ? 'PodInitializing' : 'ContainerCreating'
  return GROUPS.flatMap(([group, statuses]) =>
    (spec[group] ?? []).map((container): Placed => {
      const known = status[statuses]?.find(({ name }) => name === container.name)
      return { group, container, status: known ?? waiting(container, reason) }
    }),
  )
}

/** All that is said of containers. */
export const toldOf = (status: PodStatus): readonly ContainerStatus[] =>
  GROUPS.flatMap(([, statuses]) => status[statuses] ?? [])

/**
 * A status with what is said of each container in its place; lists are in the order of names but for init containers,
 * as kubelets sort them.
 */
export function withPlaced(status: PodStatus, placed: readonly Placed[]): PodStatus {
  const of = (wanted: Group) => placed.flatMap((each) => (each.group === wanted ? [each.status] : []))
  const lists = GROUPS.map(([group, statuses]) => {
    const found = of(group)
    if (group !== 'initContainers') found.sort((a, b) => (a.name < b.name ? -1 : 1))
    return [statuses, found] as const
  })
  return withMembers(status, Object.fromEntries(lists.filter(([, found]) => found.length > 0)))
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

/** What is told of the volumes a container sees. */
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

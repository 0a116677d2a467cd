import { conditionsOf } from '../../controllers/agents/kubelet/conditions.js'
import { containerIdOf, imageIdOf } from '../../rest/containers/runtime-ids.js'
import { backOffPulling, backOffRestarting, pullFailed } from '../../controllers/agents/kubelet/container-events.js'
import type {
  AgentPod,
  Container,
  ContainerStatus,
  PodCondition,
  PodStatus,
} from '../../controllers/agents/kubelet/types.js'
import { compareBytes, withMembers } from '../../base/json/json.js'
import { formatTime } from '../../base/time/time.js'

/** The state of a pod. */
export type Health =
  | { readonly type: 'running'; readonly restarts: number }
  | { readonly type: 'crashing'; readonly restarts: number }
  | { readonly type: 'unpullable' }
  | { readonly type: 'unschedulable'; readonly message: string }
  | { readonly type: 'succeeded'; readonly took: number }
  | { readonly type: 'failed'; readonly took: number }

/** The addresses of a pod. */
export type Addresses = { readonly hostIP: string; readonly podIP: string }

/** What a status tells of the generation that it is about. */
type Observed = Pick<PodStatus, 'observedGeneration'>

/** The state of a pod since it was assigned to its node at a time in milliseconds since 1970, and a similar pod. */
type Told = {
  readonly pod: AgentPod
  readonly at: number
  readonly now: number
  readonly health: Health
  readonly addresses: Addresses | undefined
  readonly like: Like | undefined
  readonly observed: Observed
}

/**
 * The stored status of another pod of the same template, whose parts are shared; `isAlike` if that pod has had the same
 * state since the same time.
 */
export type Like = { readonly status: ReportedStatus; readonly isAlike: boolean }

/** The status of a pod. */
export type ReportedStatus = PodStatus & { readonly qosClass?: string }

/** The time from assignment to a node until the containers start, in milliseconds. */
const STARTING = 2000
/** The maximum time since a container crashed, in milliseconds: the longest back-off of a kubelet. */
const LONGEST_WAIT = 300_000

/** Returns the status that a kubelet reports for a pod, or the scheduler for an unschedulable one. */
export function statusOf({ pod, at, now, health, addresses, like, observed }: Told): ReportedStatus {
  const { spec = {} } = pod
  if (health.type === 'unschedulable') {
    const { message } = health
    const lastTransitionTime = formatTime(at)
    return {
      phase: 'Pending',
      conditions: [
        {
          type: 'PodScheduled',
          ...observed,
          status: 'False',
          lastProbeTime: null,
          lastTransitionTime,
          reason: 'Unschedulable',
          message,
        },
      ],
    }
  }
  const started = at + STARTING
  const { initContainers = [], containers = [] } = spec
  const { hostIP = '', podIP = '' } = addresses ?? {}
  const run = { started, now, health, like }
  const initContainerStatuses = initContainers.map((each) => completed(pod, each, at + 500, started))
  const own = {
    hostIP,
    hostIPs: [{ ip: hostIP }],
    podIP,
    podIPs: [{ ip: podIP }],
    startTime: formatTime(at),
    ...(initContainers.length > 0 ? { initContainerStatuses } : {}),
    containerStatuses: inOrder(containers.map((each, i) => containerStatus(pod, each, i, run))),
  }
  if (like?.isAlike) return withMembers(like.status, own)
  const status: PodStatus = { ...observed, phase: phaseOf(health), conditions: [], ...own }
  const since = health.type === 'succeeded' || health.type === 'failed' ? started + health.took : started
  return { ...status, conditions: timed(conditionsOf(spec, status, formatTime(since), observed), at) }
}

/** A kubelet sorts container statuses by name. */
const inOrder = (statuses: readonly ContainerStatus[]): readonly ContainerStatus[] =>
  [...statuses].sort((a, b) => compareBytes(a.name, b.name))

function phaseOf({ type }: Health): string {
  if (type === 'unpullable') return 'Pending'
  return type === 'succeeded' ? 'Succeeded' : type === 'failed' ? 'Failed' : 'Running'
}

/** The pod was scheduled, and initialized, before it was ready. */
const timed = (conditions: readonly PodCondition[], at: number): readonly PodCondition[] =>
  conditions.map((each) =>
    each.type === 'PodScheduled' || (each.type === 'Initialized' && each.status === 'True')
      ? { ...each, lastTransitionTime: formatTime(at) }
      : each,
  )

type Run = Pick<Told, 'now' | 'health' | 'like'> & { readonly started: number }

/** Only the first container of an unhealthy pod is unhealthy. */
function containerStatus(pod: AgentPod, container: Container, place: number, run: Run): ContainerStatus {
  const { started, health, like } = run
  const same = like?.status.containerStatuses?.find(({ name }) => name === container.name)
  if (health.type === 'succeeded') return completed(pod, container, started, started + health.took)
  if (health.type === 'failed') return failed(pod, container, started, started + health.took)
  if (health.type === 'unpullable') return unpulled(container)
  if (health.type === 'crashing' && place === 0) return crashing(pod, container, run, health.restarts)
  const restarts = health.type === 'running' && place === 0 ? health.restarts : 0
  if (same && like?.isAlike && restarts === 0)
    return withMembers(same, { containerID: containerIdOf(pod, container.name, 0) })
  const ended = started + (run.now - started) / 2
  return {
    name: container.name,
    state: { running: { startedAt: formatTime(restarts > 0 ? ended + 1000 : started) } },
    lastState:
      restarts > 0
        ? terminated(pod, container, restarts - 1, { from: started, to: ended, exitCode: 137, reason: 'OOMKilled' })
        : {},
    ready: true,
    restartCount: restarts,
    ...runOf(pod, container, restarts, same),
    started: true,
    ...resourcesOf(container, same),
  }
}

function crashing(pod: AgentPod, container: Container, { now }: Run, restarts: number): ContainerStatus {
  const to = now - (now % LONGEST_WAIT)
  const { message, reason } = backOffRestarting({ group: 'containers', container }, pod, LONGEST_WAIT)
  return {
    name: container.name,
    state: { waiting: { reason, message } },
    lastState: terminated(pod, container, restarts, { from: to - 4000, to, exitCode: 1, reason: 'Error' }),
    ready: false,
    restartCount: restarts,
    ...runOf(pod, container, restarts),
    started: false,
    ...resourcesOf(container),
  }
}

/** Returns the status of a container whose image does not exist. */
function unpulled(container: Container): ContainerStatus {
  const { name, image } = container
  const placed = { group: 'containers', container } as const
  const { message, reason } = backOffPulling(
    placed,
    `ErrImagePull: ${pullFailed(placed, 'ErrImagePull', undefined).message}`,
  )
  const state = { waiting: { reason, message } }
  return { name, state, lastState: {}, ready: false, restartCount: 0, image, imageID: '', started: false }
}

const completed = (pod: AgentPod, container: Container, from: number, to: number): ContainerStatus => ({
  name: container.name,
  state: terminated(pod, container, 0, { from, to, exitCode: 0, reason: 'Completed' }),
  lastState: {},
  ready: pod.spec?.initContainers?.includes(container) ?? false,
  restartCount: 0,
  ...runOf(pod, container, 0),
  started: false,
  ...resourcesOf(container),
})

const failed = (pod: AgentPod, container: Container, from: number, to: number): ContainerStatus => ({
  ...completed(pod, container, from, to),
  state: terminated(pod, container, 0, { from, to, exitCode: 1, reason: 'Error' }),
})

const runOf = (pod: AgentPod, { name, image = '' }: Container, run: number, same?: ContainerStatus) => ({
  image,
  imageID: same?.imageID || imageIdOf(image),
  containerID: containerIdOf(pod, name, run),
})

type Ended = { readonly from: number; readonly to: number; readonly exitCode: number; readonly reason: string }

const terminated = (pod: AgentPod, { name }: Container, run: number, { from, to, exitCode, reason }: Ended) => ({
  terminated: {
    exitCode,
    reason,
    startedAt: formatTime(from),
    finishedAt: formatTime(to),
    containerID: containerIdOf(pod, name, run),
  },
})

function resourcesOf({ resources = {} }: Container, same?: ContainerStatus): Partial<ContainerStatus> {
  if (same?.resources) return { ...allocated(same.allocatedResources), resources: same.resources }
  return { ...allocated(resources.requests), resources }
}

const allocated = (allocatedResources: ContainerStatus['allocatedResources']) =>
  allocatedResources ? { allocatedResources } : {}

import { hasEnded, isSidecar, mayRestartAll, restartsAllAfter } from '../../../kinds/shared/pods.js'
import { reportedStatuses, statusByName } from './containers-of.js'
import type { Container, ContainerStatus, PodCondition, PodSpec, PodStatus } from './types.js'

type Finding = { readonly status: 'True' | 'False'; readonly reason?: string; readonly message?: string }

const TRUE: Finding = { status: 'True' }
const COMPLETED = 'PodCompleted'
const list = (names: readonly string[]) => `[${names.join(' ')}]`

type Observed = Pick<PodCondition, 'observedGeneration'>

/**
 * Returns the pod conditions that follow from the container statuses, after those not owned by a kubelet
 * (generateAPIPodStatus). Each of a kubelet tells the generation that it has `observed`.
 */
export function conditionsOf(
  spec: PodSpec,
  status: PodStatus,
  now: string,
  observed: Observed,
): readonly PodCondition[] {
  const before = status.conditions ?? []
  const others = before.filter(({ type }) => !OWN_CONDITIONS.includes(type) && type !== RESTARTING)
  const containersReady = containersReadyOf(spec, status)
  const found: readonly (readonly [string, Finding])[] = [
    ['PodReadyToStartContainers', { status: status.podIP && !hasEnded({ status }) ? 'True' : 'False' }],
    ['Initialized', initializedOf(spec, status)],
    ['Ready', containersReady.status === 'True' ? gatesOf(spec, others) : containersReady],
    ['ContainersReady', containersReady],
    ['PodScheduled', TRUE],
    ...(mayRestartAll(spec) ? [[RESTARTING, restartingOf(spec, status)] as const] : []),
  ]
  return [
    ...others,
    ...found.map(([type, finding]): PodCondition => {
      const old = before.find((each) => each.type === type)
      const since = old?.status === finding.status ? old.lastTransitionTime : undefined
      const told = type === RESTARTING ? {} : observed
      const { status, ...reason } = finding
      return { type, ...told, status, lastProbeTime: null, lastTransitionTime: since ?? now, ...reason }
    }),
  ]
}

/** The conditions that kubelets write. */
export const OWN_CONDITIONS = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled']

const RESTARTING = 'AllContainersRestarting'

/** GenerateAllContainersRestartingCondition: a container has exited with a code for which all are restarted. */
function restartingOf({ initContainers = [], containers = [] }: PodSpec, status: PodStatus): Finding {
  if (status.phase === 'Failed') return { status: 'False', reason: 'PodFailed' }
  if (status.phase === 'Succeeded') return { status: 'False', reason: COMPLETED }
  const known = statusByName(reportedStatuses(status))
  const isDue = [...initContainers, ...containers].some((container) => {
    const { terminated } = known.get(container.name)?.state ?? {}
    return terminated !== undefined && restartsAllAfter(container, terminated.exitCode)
  })
  if (!isDue) return { status: 'False' }
  const message = 'container exited with restart policy rule'
  return { status: 'True', reason: 'RestartAllContainersStarted', message }
}

/** GenerateContainersReadyCondition. */
function containersReadyOf({ initContainers = [], containers = [] }: PodSpec, status: PodStatus): Finding {
  if (status.phase === 'Failed') return { status: 'False', reason: 'PodFailed' }
  if (status.phase === 'Succeeded') return { status: 'False', reason: COMPLETED }
  const { unknown, bad } = sort([...initContainers.filter(isSidecar), ...containers], status, ({ ready }) => ready)
  return finding('ContainersNotReady', unknown, bad, 'unready')
}

/** GeneratePodInitializedCondition. */
function initializedOf({ initContainers = [] }: PodSpec, status: PodStatus): Finding {
  if (status.phase === 'Succeeded') return { status: 'True', reason: COMPLETED }
  if (status.containerStatuses?.some(hasRun)) return TRUE
  const { unknown, bad } = sort(initContainers, status, ({ ready, started }, container) =>
    isSidecar(container) ? started === true : ready,
  )
  return finding('ContainersNotInitialized', unknown, bad, 'incomplete')
}

const hasRun = ({ state, lastState }: ContainerStatus) =>
  Boolean(state?.running ?? state?.terminated ?? lastState?.terminated)

function sort(
  containers: readonly Container[],
  status: PodStatus,
  isGood: (status: ContainerStatus, container: Container) => boolean,
) {
  const unknown: string[] = []
  const bad: string[] = []
  const known = statusByName(reportedStatuses(status))
  for (const container of containers) {
    const { name } = container
    const own = known.get(name)
    if (!own) unknown.push(name)
    else if (!isGood(own, container)) bad.push(name)
  }
  return { unknown, bad }
}

function finding(reason: string, unknown: readonly string[], bad: readonly string[], word: string): Finding {
  if (unknown.length + bad.length === 0) return TRUE
  const texts = [
    ...(unknown.length > 0 ? [`containers with unknown status: ${list(unknown)}`] : []),
    ...(bad.length > 0 ? [`containers with ${word} status: ${list(bad)}`] : []),
  ]
  return { status: 'False', reason, message: texts.join(', ') }
}

/** Returns the condition `Ready` of a pod whose containers are ready, by its readiness gates. */
function gatesOf({ readinessGates = [] }: PodSpec, conditions: readonly PodCondition[]): Finding {
  const texts = readinessGates.flatMap(({ conditionType }) => {
    const condition = conditions.find(({ type }) => type === conditionType)
    if (!condition) return `corresponding condition of pod readiness gate "${conditionType}" does not exist.`
    if (condition.status === 'True') return []
    return `the status of pod readiness gate "${conditionType}" is not "True", but ${condition.status}`
  })
  return texts.length === 0 ? TRUE : { status: 'False', reason: 'ReadinessGatesNotReady', message: texts.join(', ') }
}

import type { Steps } from '../../../base/turns/steps.js'
import { hasEnded, isSidecar, restartsAfter } from '../../../kinds/shared/pods.js'
import { type Placed, placedOf, reportedStatuses, withPlaced } from './containers-of.js'
import { end, fail, fall, stopAll, stopSidecars } from './end.js'
import type { ContainerPlan, PodPlan } from './plan.js'
import { backOff, planStart, start } from './start.js'
import type { PodSpec, PodStatus } from './types.js'
import { type Progress, type Scene, type Work, nowOf, planOf, setPlan, setStatus } from './work.js'

/**
 * Returns the phase of a pod from its containers (a kubelet's getPhase); `isOver` if none will be restarted, whatever
 * the policy.
 */
function phaseOf(placed: readonly Placed[], spec: PodSpec, isOver: boolean): string {
  const init = placed.filter(({ group, container }) => group === 'initContainers' && !isSidecar(container))
  const main = placed.filter(({ group }) => group === 'containers')
  const sidecars = placed.filter(({ group, container }) => group === 'initContainers' && isSidecar(container))
  const restarts = (each: Placed) => restartsAfter(each.container, spec, exitCodeOf(each))
  if (init.some((each) => exitCodeOf(each) !== 0 && !restarts(each))) return 'Failed'
  const hasInitialized = main.some(
    ({ status: { state, lastState } }) => state?.running ?? state?.terminated ?? lastState?.terminated,
  )
  if (init.some(isPending)) return 'Pending'
  if (!hasInitialized && sidecars.some(isStarting)) return 'Pending'
  if ([...main, ...sidecars].some(isWaiting)) return 'Pending'
  if ([...main, ...sidecars].some(({ status }) => status.state?.running)) return 'Running'
  if (!isOver && main.some(restarts)) return 'Running'
  return main.every(({ status }) => status.state?.terminated?.exitCode === 0) ? 'Succeeded' : 'Failed'
}

const exitCodeOf = ({ status: { state, lastState } }: Placed): number =>
  (state?.waiting ? lastState?.terminated : state?.terminated)?.exitCode ?? 0

const isPending = ({ status: { state, lastState } }: Placed) =>
  state?.terminated === undefined && (state?.running !== undefined || lastState?.terminated === undefined)

const isStarting = ({ status: { state, started, lastState } }: Placed) =>
  state?.running ? started !== true : state?.waiting !== undefined && lastState?.terminated === undefined

const isWaiting = ({ status: { state, lastState } }: Placed) =>
  state?.waiting !== undefined && lastState?.terminated === undefined

/** The status of a pod that exceeded its activeDeadlineSeconds. */
const OVERDUE = {
  reason: 'DeadlineExceeded',
  message: 'Pod was active on the node longer than the specified deadline',
}

/** Makes all due changes in a pod, and plans what follows. */
export function* advance(scene: Scene, before: PodStatus, plan: PodPlan): Steps<Progress> {
  const { pod, now } = scene
  const isOverdue = plan.isOverdue === true || (plan.deadline !== undefined && plan.deadline <= now)
  const placed = [...placedOf(pod, before)]
  const work: Work = {
    scene,
    placed,
    plans: new Map(Object.entries(plan.containers)),
    remarks: [],
    hasStarted: placed.some(({ status }) => status.containerID !== undefined),
    isEnding: pod.metadata.deletionTimestamp !== undefined || isOverdue,
    left: new Set(scene.isAdopted ? reportedStatuses(before).map(({ name }) => name) : []),
  }
  if (isOverdue && !plan.isOverdue) work.remarks.push({ type: 'Normal', ...OVERDUE })
  if (work.isEnding) stopAll(work)
  do yield* happenToEach(work)
  while (stopSidecars(work))
  const isRunning = work.placed.some(({ status }) => status.state?.running)
  const isOver = work.isEnding && !isRunning
  const phase = isOver && isOverdue ? 'Failed' : phaseOf(work.placed, pod.spec ?? {}, isOver)
  const isFinal = hasEnded({ status: before })
  return {
    status: {
      ...withPlaced(before, work.placed),
      ...(isFinal ? {} : { phase }),
      ...(isOver && isOverdue && !isFinal ? OVERDUE : {}),
    },
    plan: {
      uid: plan.uid,
      containers: Object.fromEntries(work.plans),
      ...(isOverdue ? { isOverdue } : plan.deadline === undefined || isOver ? {} : { deadline: plan.deadline }),
    },
    remarks: work.remarks,
  }
}

/** After this many changes of containers the turn may end: each writes out a status, a plan and some Events. */
const MANY = 200

/**
 * Makes all due changes of the containers, one after the other: whether one may start depends only on init containers
 * before it.
 */
function* happenToEach(work: Work): Steps<void> {
  let mayStart = true
  let changes = 0
  for (const placed of work.placed) {
    while (happen(work, nowOf(work, placed), mayStart)) if (++changes % MANY === 0) yield
    mayStart &&= isPassed(nowOf(work, placed))
  }
}

/** Makes the due change of a container; returns whether there was one. */
function happen(work: Work, placed: Placed, mayStart: boolean): boolean {
  const { state } = placed.status
  if (state?.running) return happenRunning(work, placed, planOf(work, placed))
  if (work.isEnding || work.left.has(placed.container.name)) return false
  return state?.waiting
    ? happenWaiting(work, placed, mayStart)
    : state?.terminated !== undefined && happenEnded(work, placed)
}

function happenWaiting(work: Work, placed: Placed, mayStart: boolean): boolean {
  const plan = planOf(work, placed)
  const { now } = work.scene
  if (plan.start === undefined) return mayStart && planStart(work, placed)
  if (plan.back !== undefined && plan.back <= now) return backOff(work, placed)
  return plan.start <= now && start(work, placed)
}

function happenEnded(work: Work, placed: Placed): boolean {
  const { start: next, back } = planOf(work, placed)
  const { now } = work.scene
  if (back !== undefined && back <= now) return backOff(work, placed)
  return next !== undefined && next <= now && start(work, placed)
}

function happenRunning(work: Work, placed: Placed, plan: ContainerPlan): boolean {
  const { now } = work.scene
  const { exit, started, ready, unready, probes = [] } = plan
  if (exit && exit.at <= now) return end(work, placed, exit)
  if (started !== undefined && started <= now) {
    setStatus(work, placed, { started: true })
    return setPlan(work, placed, without(plan, 'started')) ?? true
  }
  if (ready !== undefined && ready <= now) {
    setStatus(work, placed, { ready: true })
    return setPlan(work, placed, without(plan, 'ready')) ?? true
  }
  if (unready !== undefined && unready <= now) return fall(work, placed, plan)
  const failing = probes.find(({ at }) => at <= now)
  return failing !== undefined && fail(work, placed, failing)
}

function without(plan: ContainerPlan, member: 'started' | 'ready'): ContainerPlan {
  const { [member]: _, ...rest } = plan
  return rest
}

/** Whether a container lets those after it start: an init container does once it is done, a sidecar once it runs. */
function isPassed({ group, container, status }: Placed): boolean {
  if (group !== 'initContainers') return true
  return isSidecar(container) ? status.started === true : status.state?.terminated?.exitCode === 0
}

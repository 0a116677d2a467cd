import type { Steps } from '../../../base/turns/steps.js'
import { hasEnded, isSidecar, restartsAfter, restartsAllAfter } from '../../../kinds/shared/pods.js'
import { type Placed, RESET, placedOf, reportedStatuses, withPlaced, isRestarted } from './containers-of.js'
import type { ContainerPlan, PodPlan, Exit, FailingProbe, Backoff } from './plan.js'
import type { PodSpec, PodStatus, ContainerStatus } from './types.js'
import { type Progress, type Scene, type Work, nowOf, planOf, setPlan, setStatus } from './work.js'
import { withMembers } from '../../../base/json/json.js'
import { formatTime } from '../../../base/time/time.js'
import { MOMENT, stopTime, lifeOf } from './life.js'
import { failureText } from './probes.js'
import {
  killing,
  remarkOn,
  resetting,
  restarting,
  backOffPulling,
  backOffRestarting,
  pullFailed,
  startRemarks,
} from './container-events.js'
import { append } from '../../../base/lists/lists.js'
import { pick } from '../../../base/time/delay.js'
import type { ContainerPlay, ScriptedPull } from '../../../rest/containers/types.js'
import { containerIdOf, imageIdOf } from '../../../rest/containers/runtime-ids.js'

/**
 * Returns the phase of a pod from its containers (a kubelet's getPhase); `isOver` if none will be restarted, whatever
 * the policy.
 */
function phaseOf(placed: readonly Placed[], spec: PodSpec, isOver: boolean): string {
  const init = placed.filter(({ group, container }) => group === 'initContainers' && !isSidecar(container))
  const main = placed.filter(({ group }) => group === 'containers')
  const sidecars = placed.filter(({ group, container }) => group === 'initContainers' && isSidecar(container))
  const restarts = (each: Placed) =>
    endOf(each)?.reason === RESET || restartsAfter(each.container, spec, exitCodeOf(each))
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

const endOf = ({ status: { state, lastState } }: Placed) => (state?.waiting ? lastState?.terminated : state?.terminated)

const exitCodeOf = (placed: Placed): number => endOf(placed)?.exitCode ?? 0

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
    reset: plan.reset,
    left: new Set(scene.isAdopted ? reportedStatuses(before).map(({ name }) => name) : []),
  }
  if (isOverdue && !plan.isOverdue) work.remarks.push({ type: 'Normal', ...OVERDUE })
  if (work.isEnding) stopAll(work)
  else if (work.reset !== undefined && work.reset <= now) resetAll(work)
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
      ...(work.reset === undefined || work.isEnding ? {} : { reset: work.reset }),
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

/** Ends a container, and plans its restart if there is one: the first at once, later ones with increasing back-off. */
function end(work: Work, placed: Placed, { code, reason, message, told, restarts }: Exit): true {
  const { status, container, group } = placed
  const { now, pod } = work.scene
  const { backoff } = planOf(work, placed)
  const startedAt = status.state?.running?.startedAt
  const terminated = {
    exitCode: code,
    reason,
    ...(message === undefined ? {} : { message }),
    ...(startedAt ? { startedAt } : {}),
    finishedAt: formatTime(now),
    ...(status.containerID ? { containerID: status.containerID } : {}),
  }
  const isDone = group === 'initContainers' && !isSidecar(container) && code === 0
  setStatus(work, placed, { state: { terminated }, ready: isDone, started: false })
  if (!told && !work.isEnding && restartsAllAfter(container, code)) {
    work.reset ??= now + MOMENT
    return setPlan(work, placed, {}) ?? true
  }
  if (told || work.isEnding || !(restarts ?? isRestarted(placed, pod.spec ?? {}, code)))
    return setPlan(work, placed, {}) ?? true
  // The first restart has no delay.
  const delay = isRemembered(backoff, now) ? nextDelay(backoff) : 0
  const start = now + Math.max(delay, MOMENT)
  setPlan(work, placed, { start, ...(delay > 0 ? { back: now + MOMENT } : {}), backoff: { delay, at: start } })
  return true
}

const REMOVED = { reason: RESET, message: 'The container is removed because RestartAllContainers in place' }

/** Has all containers begin anew, init containers first; those that run are killed for that. */
function resetAll(work: Work): void {
  work.reset = undefined
  for (const placed of work.placed) {
    if (placed.group === 'ephemeralContainers') continue
    setPlan(work, placed, {})
    const { state, restartCount } = placed.status
    if (state?.waiting) continue
    if (state?.running) work.remarks.push(resetting(placed))
    setStatus(work, placed, {
      state: { waiting: REMOVED },
      lastState: { terminated: { exitCode: KILLED.code, ...REMOVED } },
      restartCount: restartCount + 1,
      ...{ ready: false, started: false },
    })
  }
}

/** Handles a failed probe: records it, and kills the container after too many failures. */
function fail(work: Work, placed: Placed, failing: FailingProbe): true {
  const plan = planOf(work, placed)
  const { now, pod } = work.scene
  const { type, left, period, isFatal } = failing
  const probe = { Startup: 'startupProbe', Liveness: 'livenessProbe', Readiness: 'readinessProbe' } as const
  const message = failureText(type, placed.container[probe[type]], pod.status?.podIP ?? '')
  work.remarks.push(remarkOn(placed, { type: 'Warning', reason: 'Unhealthy', message }))
  const others = (plan.probes ?? []).filter((each) => each !== failing)
  const probes = left > 1 ? [...others, { ...failing, left: left - 1, at: now + period }] : others
  if (left > 1 || !isFatal) {
    const { probes: _, ...rest } = plan
    setPlan(work, placed, probes.length > 0 ? { ...rest, probes } : rest)
    return true
  }
  work.remarks.push(restarting(placed, type))
  // An unhealthy container does not react to SIGTERM either.
  const exit = { code: KILLED.code, reason: KILLED.reason, at: now + MOMENT }
  setPlan(work, placed, { ...(plan.backoff ? { backoff: plan.backoff } : {}), exit })
  return true
}

/** Makes a container unready, for some time or for good. */
function fall(work: Work, placed: Placed, { unready: _, unreadyFor, ...plan }: ContainerPlan): true {
  const { readinessProbe } = placed.container
  const { now, pod } = work.scene
  if (readinessProbe) {
    const message = failureText('Readiness', readinessProbe, pod.status?.podIP ?? '')
    work.remarks.push(remarkOn(placed, { type: 'Warning', reason: 'Unhealthy', message }))
  }
  setStatus(work, placed, { ready: false })
  setPlan(work, placed, { ...plan, ...(unreadyFor === undefined ? {} : { ready: now + unreadyFor }) })
  return true
}

/** Stops all running containers, and cancels all other plans. */
function stopAll(work: Work): void {
  const { scene } = work
  const { metadata, spec } = scene.pod
  const grace = (spec?.terminationGracePeriodSeconds ?? 30) * 1000
  const deadline = metadata.deletionTimestamp ? Date.parse(metadata.deletionTimestamp) : scene.now + grace
  for (const placed of work.placed) stop(work, placed, deadline)
}

function stop(work: Work, placed: Placed, deadline: number): void {
  const { now, random, playOf } = work.scene
  const known = planOf(work, placed).exit
  setPlan(work, placed, {})
  if (!placed.status.state?.running) return
  const left = Math.max(now, deadline)
  if (known?.told) return setPlan(work, placed, { exit: withMembers(known, { at: Math.min(known.at, left) }) })
  const at = now + stopTime(playOf(placed), random)
  setPlan(work, placed, { exit: at > left ? { at: left, ...KILLED } : { at, ...STOPPED } })
  work.remarks.push(killing(placed))
}

/** Stops the sidecars once all other containers have ended for good; returns whether there were any. */
function stopSidecars(work: Work): boolean {
  const { placed, plans, scene } = work
  const main = placed.filter(({ group }) => group === 'containers')
  const isDone = ({ status, container }: Placed) => status.state?.terminated && plans.get(container.name) === undefined
  if (work.isEnding || work.reset !== undefined || main.length === 0 || !main.every(isDone)) return false
  const grace = (scene.pod.spec?.terminationGracePeriodSeconds ?? 30) * 1000
  const sidecars = placed.filter((each) => isSidecar(each.container) && goesOn(work, each))
  for (const sidecar of sidecars) stop(work, sidecar, scene.now + grace)
  return sidecars.length > 0
}

/** Whether a container is running, or about to, and has not been told to stop. */
const goesOn = (work: Work, placed: Placed): boolean => {
  const { exit, start } = planOf(work, placed)
  return placed.status.state?.running !== undefined ? exit?.told !== true : start !== undefined
}

/** How a container ends that stops when told to, and one that has to be killed. */
const STOPPED = { code: 0, reason: 'Completed', told: true } as const
const KILLED = { code: 137, reason: 'Error', told: true } as const

/**
 * A kubelet's initial and maximum back-off, and the time without failures after which it is reset (client-go's
 * Backoff).
 */
const FIRST_WAIT = 10_000
const LONGEST_WAIT = 300_000
const FORGOTTEN = 2 * LONGEST_WAIT

/** Returns the next back-off delay. */
const nextDelay = ({ delay }: Backoff): number => (delay === 0 ? FIRST_WAIT : Math.min(delay * 2, LONGEST_WAIT))

/** Whether a back-off has not been reset by now. */
const isRemembered = (wait: Backoff | undefined, now: number): wait is Backoff =>
  wait !== undefined && now - wait.at <= FORGOTTEN

/** Plans the first start of a container: the first of a pod takes a moment, and pulling takes as long as scripted. */
function planStart(work: Work, placed: Placed): true {
  const { now, random, playOf } = work.scene
  const { pull } = playOf(placed)
  const takes =
    typeof pull === 'number' || (typeof pull === 'string' && isTime(pull)) ? pick(pull, { random }) : undefined
  setPlan(work, placed, {
    start: now + (takes ?? (work.hasStarted ? 0 : MOMENT)),
    ...(takes ? { pulling: takes } : {}),
  })
  return true
}

const isTime = (pull: string) => /^[\d.]/.test(pull)

/** Starts a container, or reports that its image cannot be pulled. */
function start(work: Work, placed: Placed): true {
  const { scene } = work
  const { now, pod } = scene
  const before = planOf(work, placed)
  const play = scene.playOf(placed)
  const failure = pullFailureOf(play.pull, before.pull?.failures ?? 0)
  if (failure) return failPull(work, placed, failure)
  const { container, status, group } = placed
  const known = restarted(status)
  const { restartCount } = known
  const { backoff } = before
  const life = lifeOf({ ...placed, status: { ...status, restartCount } }, { pod, play, now, random: scene.random })
  const { started, ready, ...rest } = life
  append(work.remarks, startRemarks(placed, scene.hasImage(container.image), before.pulling ?? MOMENT))
  const running = {
    image: container.image,
    imageID: imageIdOf(container.image),
    containerID: containerIdOf(pod, container.name, restartCount),
    state: { running: { startedAt: formatTime(now) } },
    started: started === now,
    ready: group !== 'initContainers' || container.restartPolicy === 'Always' ? ready === now : false,
    ...resourcesOf(placed),
  }
  setStatus(work, placed, withMembers(known, running))
  work.hasStarted = true
  setPlan(work, placed, {
    ...rest,
    ...(started !== undefined && started > now ? { started } : {}),
    ...(ready !== undefined && ready > now ? { ready } : {}),
    ...(backoff && rest.exit ? { backoff } : {}),
  })
  return true
}

/** Updates the status of a container that starts again. */
function restarted(status: ContainerStatus): ContainerStatus {
  const { state = {}, lastState = {}, restartCount } = status
  // One that begins anew with all is counted when it is removed.
  const hasRun = state.terminated !== undefined || (lastState.terminated && lastState.terminated.reason !== RESET)
  return {
    ...status,
    lastState: state.terminated ? { terminated: state.terminated } : lastState,
    restartCount: hasRun ? restartCount + 1 : restartCount,
  }
}

const resourcesOf = ({ container: { resources = {} } }: Placed) => ({
  resources,
  ...(resources.requests ? { allocatedResources: resources.requests } : {}),
})

function pullFailureOf(pull: ContainerPlay['pull'], failures: number): ScriptedPull | undefined {
  if (pull === undefined || typeof pull === 'number' || (typeof pull === 'string' && isTime(pull))) return undefined
  // Words that are not durations are error reasons, by the shape of scripts.
  const failure: ScriptedPull = typeof pull === 'string' ? { error: pull as NonNullable<ScriptedPull['error']> } : pull
  return failure.times !== undefined && failures >= failure.times ? undefined : failure
}

function failPull(work: Work, placed: Placed, failure: ScriptedPull): true {
  const { now } = work.scene
  const { pull, backoff } = planOf(work, placed)
  const error = failure.error === 'ImagePullBackOff' ? 'ErrImagePull' : (failure.error ?? 'ErrImagePull')
  const { message, remarks } = pullFailed(placed, error, failure.message)
  append(work.remarks, remarks)
  setStatus(work, placed, { ...lastOf(placed), state: { waiting: { reason: error, message } } })
  const isPulled = error === 'ErrImagePull' || error === 'RegistryUnavailable'
  const wait = { delay: isRemembered(pull, now) ? nextDelay(pull) : FIRST_WAIT, at: now }
  setPlan(work, placed, {
    ...(backoff ? { backoff } : {}),
    start: now + wait.delay,
    ...(isPulled ? { back: now + MOMENT } : {}),
    pull: { ...wait, failures: (pull?.failures ?? 0) + 1, said: `${error}: ${message}` },
  })
  return true
}

/** Reports that a container waits in back-off. */
function backOff(work: Work, placed: Placed): true {
  const { back: _, ...plan } = planOf(work, placed)
  const { pod } = work.scene
  const { message, reason, remarks } = plan.pull
    ? backOffPulling(placed, plan.pull.said)
    : backOffRestarting(placed, pod, plan.backoff?.delay ?? 0)
  append(work.remarks, remarks)
  setStatus(work, placed, { ...lastOf(placed), state: { waiting: { reason, message } }, started: false, ready: false })
  setPlan(work, placed, plan)
  return true
}

/** Returns the last termination, for the status of a waiting container. */
const lastOf = ({ status: { state = {}, lastState = {} } }: Placed) => ({
  lastState: state.terminated ? { terminated: state.terminated } : lastState,
})

import { isSidecar } from '../../../kinds/shared/pods.js'
import { withMembers } from '../../../base/json/json.js'
import { formatTime } from '../../../base/time/time.js'
import { type Placed, isRestarted } from './containers-of.js'
import { MOMENT, stopTime } from './life.js'
import type { ContainerPlan, Exit, FailingProbe } from './plan.js'
import { failureText } from './probes.js'
import { killing, remarkOn, restarting } from './container-events.js'
import { isRemembered, nextDelay } from './start.js'
import { type Work, planOf, setPlan, setStatus } from './work.js'

/** Ends a container, and plans its restart if there is one: the first at once, later ones with increasing back-off. */
export function end(work: Work, placed: Placed, { code, reason, message, told, restarts }: Exit): true {
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
  if (told || work.isEnding || !(restarts ?? isRestarted(placed, pod.spec ?? {}, code)))
    return setPlan(work, placed, {}) ?? true
  // The first restart has no delay.
  const delay = isRemembered(backoff, now) ? nextDelay(backoff) : 0
  const start = now + Math.max(delay, MOMENT)
  setPlan(work, placed, { start, ...(delay > 0 ? { back: now + MOMENT } : {}), backoff: { delay, at: start } })
  return true
}

/** Handles a failed probe: records it, and kills the container after too many failures. */
export function fail(work: Work, placed: Placed, failing: FailingProbe): true {
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
export function fall(work: Work, placed: Placed, { unready: _, unreadyFor, ...plan }: ContainerPlan): true {
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
export function stopAll(work: Work): void {
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
export function stopSidecars(work: Work): boolean {
  const { placed, plans, scene } = work
  const main = placed.filter(({ group }) => group === 'containers')
  const isDone = ({ status, container }: Placed) => status.state?.terminated && plans.get(container.name) === undefined
  if (work.isEnding || main.length === 0 || !main.every(isDone)) return false
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

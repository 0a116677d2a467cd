import { append } from '../../../base/lists/lists.js'
import { pick } from '../../../base/time/delay.js'
import { withMembers } from '../../../base/json/json.js'
import { formatTime } from '../../../base/time/time.js'
import type { ContainerPlay, ScriptedPull } from '../../../rest/containers/types.js'
import type { Placed } from './containers-of.js'
import { containerIdOf, imageIdOf } from '../../../rest/containers/runtime-ids.js'
import { MOMENT, lifeOf } from './life.js'
import type { Backoff } from './plan.js'
import { backOffPulling, backOffRestarting, pullFailed, startRemarks } from './container-events.js'
import type { ContainerStatus } from './types.js'
import { type Work, planOf, setPlan, setStatus } from './work.js'

/**
 * A kubelet's initial and maximum back-off, and the time without failures after which it is reset (client-go's
 * Backoff).
 */
const FIRST_WAIT = 10_000
const LONGEST_WAIT = 300_000
const FORGOTTEN = 2 * LONGEST_WAIT

/** Returns the next back-off delay. */
export const nextDelay = ({ delay }: Backoff): number => (delay === 0 ? FIRST_WAIT : Math.min(delay * 2, LONGEST_WAIT))

/** Whether a back-off has not been reset by now. */
export const isRemembered = (wait: Backoff | undefined, now: number): wait is Backoff =>
  wait !== undefined && now - wait.at <= FORGOTTEN

/** Plans the first start of a container: the first of a pod takes a moment, and pulling takes as long as scripted. */
export function planStart(work: Work, placed: Placed): true {
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
export function start(work: Work, placed: Placed): true {
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
  const hasRun = state.terminated !== undefined || lastState.terminated !== undefined
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
export function backOff(work: Work, placed: Placed): true {
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

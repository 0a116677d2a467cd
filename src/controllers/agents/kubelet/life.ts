import { isSidecar } from '../../../kinds/shared/pods.js'
import { type Delay, pick } from '../../../base/time/delay.js'
import type { ContainerPlay } from '../../../rest/containers/types.js'
import { type Placed } from './containers-of.js'
import { ownExit } from './own-exit.js'
import type { ContainerPlan, Exit, FailingProbe } from './plan.js'
import { failuresBefore, successAt } from './probes.js'
import type { AgentPod } from './types.js'
import type { Scene } from './work.js'

/**
 * The default duration of everything not scripted: starting a pod, the work of a container, stopping. In milliseconds.
 */
export const MOMENT = 1000

/** What the plan of a container depends on. */
type Circumstances = {
  readonly pod: AgentPod
  readonly play: ContainerPlay
  /** Its start, in milliseconds since 1970. */
  readonly now: number
  readonly random: () => number
}

/**
 * Plans the run of a starting container: it is ready as soon as its probes allow, unless a script says otherwise, and
 * exits if it is supposed to.
 */
export function lifeOf(placed: Placed, circumstances: Circumstances): ContainerPlan {
  const { play, now } = circumstances
  const { startupProbe, readinessProbe, livenessProbe } = placed.container
  const delay = (given: Delay | 'never' | undefined) => delayOf(given, circumstances)
  const isUp = delay(play.started)
  const started = startupProbe ? successAt(startupProbe, isUp) : isUp
  const isWell = Math.max(delay(play.ready), started)
  const ready = readinessProbe ? successAt(readinessProbe, isWell) : isWell
  const unready = play.unready && delay(play.unready.after)
  const unreadyFor = play.unready?.for === undefined ? undefined : delay(play.unready.for)
  const exit = exitOf(placed, circumstances)
  const probes = [
    ...failuresBefore(startupProbe, 'Startup', 0, isUp),
    ...failuresBefore(readinessProbe, 'Readiness', started, isWell),
    ...(play.unhealthy ? failuresBefore(livenessProbe, 'Liveness', delay(play.unhealthy.after), Infinity) : []),
  ].map((probe): FailingProbe => ({ ...probe, at: now + probe.at }))
  const isAsked = placed.group !== 'initContainers' || isSidecar(placed.container)
  return {
    ...(started < Infinity ? { started: now + started } : {}),
    ...(isAsked && ready < Infinity ? { ready: now + ready } : {}),
    ...(isAsked && unready !== undefined ? { unready: now + unready } : {}),
    ...(unreadyFor === undefined ? {} : { unreadyFor }),
    ...(probes.length > 0 ? { probes } : {}),
    ...(exit ? { exit } : {}),
  }
}

/** Returns how long a container takes to stop when told to. */
export const stopTime = ({ stop = MOMENT }: ContainerPlay, random: () => number): number =>
  stop === 'never' ? Infinity : pick(stop, { random })

function exitOf(placed: Placed, circumstances: Circumstances): Exit | undefined {
  const { play, pod, now } = circumstances
  if (play.exit === 'never') return undefined
  const said = play.exit ?? (play.crash && { code: 1, ...play.crash, after: play.crash.every })
  const runs = placed.status.restartCount
  if (said && (said.times === undefined || runs < said.times)) {
    const { code = said.reason === 'OOMKilled' ? 137 : 0, reason = code === 0 ? 'Completed' : 'Error', message } = said
    const at = now + delayOf(said.after, circumstances)
    return { at, code, reason, ...(message === undefined ? {} : { message }) }
  }
  const own = ownExit(placed, pod)
  if (own === undefined || own === 'detached') return undefined
  return { at: now + Math.max(own.after, MOMENT), code: own.code, reason: own.code === 0 ? 'Completed' : 'Error' }
}

/** Returns the exit of a container whose attached session has ended; undefined if it does not end with that. */
export function exitOnDetach(
  placed: Placed,
  { playOf, pod, now }: Pick<Scene, 'playOf' | 'pod' | 'now'>,
): Exit | undefined {
  const play = playOf(placed)
  const isScripted = play.exit !== undefined || play.crash !== undefined
  return !isScripted && ownExit(placed, pod) === 'detached' ? { at: now, code: 0, reason: 'Completed' } : undefined
}

const delayOf = (given: Delay | 'never' | undefined, { random }: Circumstances): number =>
  given === 'never' ? Infinity : given === undefined ? 0 : pick(given, { random })

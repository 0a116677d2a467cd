import { lowestOf } from '../../../base/lists/lists.js'
import type { Resources } from './types.js'

/** The planned changes of a container, each with its time in milliseconds since 1970. */
export type ContainerPlan = {
  /** Its image is pulled and it starts. */
  readonly start?: number
  /** How long pulling its image takes, before that. */
  readonly pulling?: number
  /** Its status changes to waiting in back-off. */
  readonly back?: number
  readonly started?: number
  readonly ready?: number
  readonly unready?: number
  /** For how long it is unready then; for good if absent. */
  readonly unreadyFor?: number
  /** Failures of probes. */
  readonly probes?: readonly FailingProbe[]
  readonly exit?: Exit
  /** The delay of the last restart, and its time. */
  readonly backoff?: Backoff
  /** The delay of the next pull, and the time, the number and the error of the failed ones. */
  readonly pull?: Backoff & { readonly failures: number; readonly said: string }
}

/** A back-off delay, and when it was set. */
export type Backoff = { readonly delay: number; readonly at: number }

/**
 * A failing probe: the next failure, the number of failures left, the period, and whether the container is killed for
 * it.
 */
export type FailingProbe = {
  readonly type: 'Startup' | 'Liveness' | 'Readiness'
  readonly at: number
  readonly left: number
  readonly period: number
  readonly isFatal: boolean
}

/** A planned exit of a container; `told` if it was told to stop. */
export type Exit = {
  readonly at: number
  readonly code: number
  readonly reason: string
  readonly message?: string
  readonly told?: boolean
  /** The container starts again, whatever its policy. */
  readonly restarts?: true
}

/** An agent's memory of a pod while changes are planned: the plans by container. */
export type PodPlan = {
  readonly uid: string
  readonly containers: { readonly [name: string]: ContainerPlan }
  /** When its activeDeadlineSeconds are over. */
  readonly deadline?: number
  /** It has exceeded its deadline. */
  readonly isOverdue?: true
  /** What is allocated to containers that do not have it yet, and when they get it; no time once it is given out. */
  readonly resize?: {
    readonly at?: number
    readonly generation: number
    readonly containers: { readonly [name: string]: Resources }
  }
  /** When all containers begin anew, as the rule of one that has exited says. */
  readonly reset?: number
  /** When it is tried again to allocate what there was no room for. */
  readonly retry?: number
}

/** Returns the time of the next planned change; undefined if there is none. */
export function nextOf({ containers, deadline, reset, resize, retry }: PodPlan): number | undefined {
  const times = [deadline, reset, resize?.at, retry, ...Object.values(containers).flatMap(timesOf)].filter(
    (time) => time !== undefined,
  )
  return times.length === 0 ? undefined : lowestOf(times)
}

const timesOf = ({ start, back, started, ready, unready, probes = [], exit }: ContainerPlan) => [
  ...[start, back, started, ready, unready, exit?.at],
  ...probes.map(({ at }) => at),
]

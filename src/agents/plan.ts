/** What is planned of one container, each at a time in milliseconds since 1970. */
export type ContainerPlan = {
  /** Its image is pulled and it is started. */
  readonly start?: number
  /** How long pulling its image takes until then. */
  readonly pulling?: number
  /** It is said to wait in back-off. */
  readonly back?: number
  readonly started?: number
  readonly ready?: number
  readonly unready?: number
  /** For how long it is not ready then; for good where absent. */
  readonly unreadyFor?: number
  /** A probe fails. */
  readonly probes?: readonly FailingProbe[]
  readonly exit?: Exit
  /** How long the next restart waits, and when the last was. */
  readonly backoff?: Backoff
  /** How long the next attempt at its image waits, how many failed, and what was said of the last. */
  readonly pull?: Backoff & { readonly failures: number; readonly said: string }
}

/** How long is waited next, and since when. */
export type Backoff = { readonly delay: number; readonly at: number }

/** A probe that fails: when next, how often, how long in between, and whether the container is ended for it. */
export type FailingProbe = {
  readonly type: 'Startup' | 'Liveness' | 'Readiness'
  readonly at: number
  readonly left: number
  readonly period: number
  readonly isFatal: boolean
}

/** An end of a container to come; `told` where it was told to stop. */
export type Exit = {
  readonly at: number
  readonly code: number
  readonly reason: string
  readonly message?: string
  readonly told?: boolean
}

/** What an agent remembers of a pod while something is to happen in it: its plans, by container. */
export type PodPlan = {
  readonly uid: string
  readonly containers: { readonly [name: string]: ContainerPlan }
  /** When it has been active for longer than it may. */
  readonly deadline?: number
  /** That it has. */
  readonly isOverdue?: true
}

/** When the next of what is planned happens; undefined where nothing is. */
export function nextOf({ containers, deadline }: PodPlan): number | undefined {
  const times = [deadline, ...Object.values(containers).flatMap(timesOf)].filter((time) => time !== undefined)
  return times.length === 0 ? undefined : Math.min(...times)
}

const timesOf = ({ start, back, started, ready, unready, probes = [], exit }: ContainerPlan) => [
  ...[start, back, started, ready, unready, exit?.at],
  ...probes.map(({ at }) => at),
]

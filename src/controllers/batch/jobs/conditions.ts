import { formatTime } from '../../../base/time/time.js'
import type { Mutable } from '../../../kinds/object-types.js'
import type { JobStatus } from './job.js'

/** The status of a Job while it is computed. */
export type StatusDraft = Mutable<JobStatus>
/** A condition of a Job, as it is written. */
export type JobCondition = {
  readonly type: string
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
  /** RFC 3339. */
  readonly time: string
}

/** Creates a condition that is True, with the current time in milliseconds since 1970. */
export const conditionNow = (type: string, reason: string, message: string, now: number): JobCondition => ({
  type,
  status: 'True',
  reason,
  message,
  time: formatTime(now),
})

/** Appends a condition to a status, even if there is one of its type. */
export function addCondition(status: StatusDraft, { time, ...condition }: JobCondition): void {
  status.conditions = [...(status.conditions ?? []), written(condition, time)]
}

/**
 * Sets a condition in a status, and returns whether it changed; an absent condition is not set to False
 * (ensureJobConditionStatus).
 */
export function ensureCondition(status: StatusDraft, condition: JobCondition): boolean {
  const { time, ...said } = condition
  const before = status.conditions?.find(({ type }) => type === said.type)
  if (!before) {
    if (said.status === 'True') addCondition(status, condition)
    return said.status === 'True'
  }
  if (before.status === said.status && before.reason === said.reason && before.message === said.message) return false
  status.conditions = status.conditions?.map((each) => (each === before ? written(said, time) : each)) ?? []
  return true
}

const written = ({ type, status, reason, message }: Omit<JobCondition, 'time'>, time: string) => ({
  type,
  status,
  lastProbeTime: time,
  lastTransitionTime: time,
  reason,
  message,
})

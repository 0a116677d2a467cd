import { formatTime } from '../../../base/time.js'
import type { Mutable } from '../../../kinds/object-types.js'
import type { JobStatus } from './job.js'

/** A status that is being written. */
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

/** A condition that holds as of now, in milliseconds since 1970. */
export const conditionNow = (type: string, reason: string, message: string, now: number): JobCondition => ({
  type,
  status: 'True',
  reason,
  message,
  time: formatTime(now),
})

/** Adds a condition to a status, whatever is there already. */
export function addCondition(status: StatusDraft, { time, ...condition }: JobCondition): void {
  status.conditions = [...(status.conditions ?? []), written(condition, time)]
}

/**
 * Sets a condition in a status, and tells whether that changed anything: one that was never there does not become False
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

import type { Steps } from '../../../base/turns/steps.js'
import type { Mutable, ObjectOf } from '../../../kinds/object-types.js'
import { recordCoreEvent } from '../../core/record-core-event.js'
import type { WorldInSteps } from '../../runtime/types.js'
import type { Job } from '../jobs/job.js'

export type CronJob = ObjectOf<'CronJob'>
/** The spec of a CronJob. */
export type CronJobSpec = NonNullable<CronJob['spec']>
/** The status of a CronJob while it is computed. */
export type CronJobStatus = Mutable<NonNullable<CronJob['status']>>

/** The state of one sync of a CronJob: its Jobs, and its new status. */
export type Look = {
  readonly cronJob: CronJob
  readonly spec: CronJobSpec
  readonly jobs: readonly Job[]
  readonly status: CronJobStatus
  /** Set when the status has changed. */
  changed: boolean
}

/** Records an Event about a CronJob. */
export function* say(
  world: WorldInSteps,
  { cronJob }: Look,
  type: 'Normal' | 'Warning',
  reason: string,
  message: string,
): Steps<void> {
  yield* recordCoreEvent(world, cronJob, { type, reason, message, component: 'cronjob-controller' })
}

/** Removes a Job from the active ones of a CronJob. */
export function dropActive(look: Look, uid: string): void {
  const { active = [] } = look.status
  look.status.active = active.filter((each) => each.uid !== uid)
}

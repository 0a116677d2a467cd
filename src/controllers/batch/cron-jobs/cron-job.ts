import type { Mutable, ObjectOf } from '../../../kinds/object-types.js'
import { recordCoreEvent } from '../../core/record-core-event.js'
import type { World } from '../../runtime/types.js'
import type { Job } from '../jobs/job.js'

/** A CronJob, as its controller sees it. */
export type CronJob = ObjectOf<'CronJob'>
/** What a CronJob wants. */
export type CronJobSpec = NonNullable<CronJob['spec']>
/** The status of a CronJob that is being written. */
export type CronJobStatus = Mutable<NonNullable<CronJob['status']>>

/** A CronJob at one look: what it has, and what its status is going to be. */
export type Look = {
  readonly cronJob: CronJob
  readonly spec: CronJobSpec
  readonly jobs: readonly Job[]
  readonly status: CronJobStatus
  /** Set once the status says something new. */
  changed: boolean
}

/** Says something of a CronJob in an Event. */
export function say(
  world: World,
  { cronJob }: Look,
  type: 'Normal' | 'Warning',
  reason: string,
  message: string,
): void {
  recordCoreEvent(world, cronJob, { type, reason, message, component: 'cronjob-controller' })
}

/** Takes a Job from those that a CronJob has under way. */
export function dropActive(look: Look, uid: string): void {
  const { active = [] } = look.status
  look.status.active = active.filter((each) => each.uid !== uid)
}

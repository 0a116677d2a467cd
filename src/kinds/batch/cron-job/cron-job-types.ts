import type { KubeObject } from '../../../schema/object.js'
import type { JobSpec } from '../job/job-types.js'

/** The fields of a CronJob's spec that validation and defaulting read. */
export type CronJobSpec = {
  readonly schedule?: string
  readonly timeZone?: string
  readonly startingDeadlineSeconds?: number
  readonly concurrencyPolicy?: string
  readonly suspend?: boolean
  readonly jobTemplate?: { readonly spec?: JobSpec }
  readonly successfulJobsHistoryLimit?: number
  readonly failedJobsHistoryLimit?: number
}

/** The fields of a CronJob that its rules read. */
export type CronJob = KubeObject & {
  readonly spec?: CronJobSpec
  readonly status?: { readonly active?: readonly object[]; readonly lastScheduleTime?: string | null }
}

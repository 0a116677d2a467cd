import type { KubeObject } from '../../../schema/object.js'
import type { JobSpec } from '../job/job-types.js'

/** What the rules read of a CronJob's spec. */
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

/** What the rules read of a CronJob. */
export type CronJob = KubeObject & {
  readonly spec?: CronJobSpec
  readonly status?: { readonly active?: readonly object[]; readonly lastScheduleTime?: string | null }
}

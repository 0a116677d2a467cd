import { parseSchedule } from '../../../base/time/cron-schedule.js'
import { type Issue, invalid, notSupported, declaredRequired } from '../../../base/errors/issue.js'
import { isTimeZone, isZoneName, noTimeZone } from '../../../base/time/time-zone.js'
import { goSelector } from '../../shared/label-selector.js'
import { natural } from '../../struct/member-rules.js'
import { validateJobSpec } from '../job/job-spec-rules.js'
import type { CronJob, CronJobSpec } from './cron-job-types.js'

/** Validates a new CronJob, except for its metadata (ValidateCronJobCreate). */
export const validateNew = (object: CronJob): readonly Issue[] => [...validateSpec(object), ...validateLength(object)]

// The names of its Jobs add 11 characters to its own: a hyphen and the scheduled time.
const LONGEST_NAME = 52

const validateLength = ({ metadata: { name = '' } }: CronJob): readonly Issue[] =>
  name.length > LONGEST_NAME ? [invalid('metadata.name', name, `must be no more than ${LONGEST_NAME} characters`)] : []

const POLICIES = ['Allow', 'Forbid', 'Replace']

/** Validates the spec of a CronJob, beside the stored one if it changes (validateCronJobSpec). */
export function* validateSpec(
  { spec = {} }: CronJob,
  { spec: old }: { readonly spec?: CronJobSpec } = {},
): Iterable<Issue> {
  const { concurrencyPolicy: policy = '', jobTemplate: { spec: job = {} } = {} } = spec
  const at = 'spec.jobTemplate.spec'
  yield* validateSchedule(spec, old)
  yield* natural(spec.startingDeadlineSeconds, 'spec.startingDeadlineSeconds', spec)
  if (!(old && old.timeZone === spec.timeZone)) yield* validateTimeZone(spec.timeZone, 'spec.timeZone')
  if (!POLICIES.includes(policy)) yield notSupported('spec.concurrencyPolicy', policy, POLICIES)
  yield* validateJobSpec(job, at)
  if (job.selector) yield invalid(`${at}.selector`, goSelector(job.selector), '`selector` will be auto-generated')
  if (job.manualSelector) yield notSupported(`${at}.manualSelector`, true, ['nil', 'false'])
  yield* natural(spec.successfulJobsHistoryLimit, 'spec.successfulJobsHistoryLimit', spec)
  yield* natural(spec.failedJobsHistoryLimit, 'spec.failedJobsHistoryLimit', spec)
}

/** Validates the schedule (validateScheduleFormat). It must not name a time zone, unless the stored one does. */
function* validateSchedule({ schedule = '', timeZone }: CronJobSpec, old: CronJobSpec | undefined): Iterable<Issue> {
  const field = 'spec.schedule'
  if (schedule === '') {
    yield declaredRequired(field)
    return
  }
  const parsed = parseSchedule(schedule)
  const fault = typeof parsed === 'string' ? parsed : undefined
  const mayName = old?.schedule?.includes('TZ') ?? false
  const zoneFault = mayName
    ? timeZone !== undefined && 'cannot use both timeZone field and TZ or CRON_TZ in schedule'
    : 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'
  if (fault !== undefined) yield invalid(field, schedule, fault)
  if (schedule.includes('TZ') && zoneFault) yield invalid(field, schedule, zoneFault)
}

/** Validates the time zone of the schedule (validateTimeZone). */
function validateTimeZone(zone: string | undefined, field: string): readonly Issue[] {
  if (zone === undefined) return []
  if (zone === '') return [invalid(field, zone, 'timeZone must be nil or non-empty string')]
  if (!isZoneName(zone)) return [invalid(field, zone, `unknown time zone ${zone}`)]
  return [
    ...(zone.toLowerCase() === 'local'
      ? [invalid(field, zone, 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones')]
      : []),
    ...(isTimeZone(zone) ? [] : [invalid(field, zone, noTimeZone(zone))]),
  ]
}

import { KEPT_EMPTY_OF_PODS } from '../../core/pod/kept-empty.js'
import { parseSchedule } from '../../../base/cron-schedule.js'
import { type Issue, invalid, notSupported, required } from '../../../base/issue.js'
import { withObjectMeta, withObjectMetaUpdate } from '../../../registry/rule-context.js'
import { fillTemplate } from '../../core/pod/pod-template.js'
import { warningsOfName } from '../../core/pod/pod-warnings.js'
import { goSelector } from '../../shared/label-selector.js'
import { defineStructKind, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import { natural } from '../../struct/member-rules.js'
import { warningsOfJobSpec } from '../job/job-warnings.js'
import { validateJobSpec } from '../job/job-rules.js'
import { dropDisabledJobSpecFields } from '../job/job-spec.js'
import { cronJobColumns } from './cron-job-columns.js'
import type { CronJob, CronJobSpec } from './cron-job-types.js'
import { isTimeZone, isZoneName } from '../../../base/time-zone.js'

/** CronJob: creates Jobs on a schedule. The kind itself creates none. */
export const cronJob = defineStructKind<CronJob>(
  'batch.v1.CronJob',
  () => ({
    group: 'batch',
    scope: 'Namespaced',
    names: { kind: 'CronJob', plural: 'cronjobs', shortNames: ['cj'], categories: ['all'] },
    schema: { defaults: (object) => ({ ...object, spec: fill(object.spec) }) },
    metadata: { generation: true },
    subresources: { main: mainSubresource, status: statusSubresource },
    create: {
      resetFields: ['status'],
      prepare: (object) => ({ ...dropDisabledCronJobFields(object), status: {} }),
      validate: withObjectMeta((object) => [...validateSpec(object), ...validateLength(object)]),
      warnings: ({ metadata, spec }) => [
        ...warningsOfName(metadata.name, 'Pod names and hostnames'),
        ...warningsOfJobSpec(spec?.jobTemplate?.spec, 'spec.jobTemplate.spec'),
      ],
    },
    update: {
      prepare: (next, old, { subresource }) => (subresource === 'main' ? dropDisabledCronJobFields(next, old) : next),
      validate: (next, old, context) =>
        context.subresource === 'status' ? [] : withObjectMetaUpdate(validateSpec)(next, old, context),
      warnings: ({ metadata, spec = {} }, old) => [
        ...(metadata.generation === old.metadata.generation
          ? []
          : warningsOfJobSpec(spec.jobTemplate?.spec, 'spec.jobTemplate.spec')),
        ...(spec.schedule?.includes('TZ')
          ? [
              'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details',
            ]
          : []),
      ],
    },
    selectable: { conversion: 'default' },
    table: { columns: cronJobColumns },
    example: {
      metadata: { name: 'backup', namespace: 'default' },
      spec: {
        schedule: '*/5 * * * *',
        jobTemplate: {
          spec: {
            template: {
              spec: { restartPolicy: 'Never', containers: [{ name: 'backup', image: 'example.io/backup:1' }] },
            },
          },
        },
      },
    },
  }),
  KEPT_EMPTY_OF_PODS,
)

function fill(spec: CronJobSpec = {}): CronJobSpec {
  const { jobTemplate = {} } = spec
  return {
    ...spec,
    concurrencyPolicy: spec.concurrencyPolicy || 'Allow',
    suspend: spec.suspend ?? false,
    jobTemplate: {
      ...jobTemplate,
      spec: { ...jobTemplate.spec, template: fillTemplate(jobTemplate.spec?.template) },
    },
    successfulJobsHistoryLimit: spec.successfulJobsHistoryLimit ?? 3,
    failedJobsHistoryLimit: spec.failedJobsHistoryLimit ?? 1,
  }
}

const dropDisabledCronJobFields = (object: CronJob, old?: CronJob): CronJob => ({
  ...object,
  spec: {
    ...object.spec,
    jobTemplate: {
      ...object.spec?.jobTemplate,
      spec: dropDisabledJobSpecFields(object.spec?.jobTemplate?.spec, old?.spec?.jobTemplate?.spec),
    },
  },
})

// The names of its Jobs add 11 characters to its own: a hyphen and the scheduled time.
const LONGEST_NAME = 52

const validateLength = ({ metadata: { name = '' } }: CronJob): readonly Issue[] =>
  name.length > LONGEST_NAME ? [invalid('metadata.name', name, `must be no more than ${LONGEST_NAME} characters`)] : []

const POLICIES = ['Allow', 'Forbid', 'Replace']

function validateSpec({ spec = {} }: CronJob, { spec: old }: { readonly spec?: CronJobSpec } = {}): readonly Issue[] {
  const { concurrencyPolicy: policy = '', jobTemplate: { spec: job = {} } = {} } = spec
  const at = 'spec.jobTemplate.spec'
  return [
    ...validateSchedule(spec, old),
    ...natural(spec.startingDeadlineSeconds, 'spec.startingDeadlineSeconds', spec),
    ...(old && old.timeZone === spec.timeZone ? [] : validateTimeZone(spec.timeZone, 'spec.timeZone')),
    ...(POLICIES.includes(policy) ? [] : [notSupported('spec.concurrencyPolicy', policy, POLICIES)]),
    ...validateJobSpec(job, at),
    ...(job.selector ? [invalid(`${at}.selector`, goSelector(job.selector), '`selector` will be auto-generated')] : []),
    ...(job.manualSelector ? [notSupported(`${at}.manualSelector`, true, ['nil', 'false'])] : []),
    ...natural(spec.successfulJobsHistoryLimit, 'spec.successfulJobsHistoryLimit', spec),
    ...natural(spec.failedJobsHistoryLimit, 'spec.failedJobsHistoryLimit', spec),
  ]
}

/** Validates the schedule (validateScheduleFormat). It must not name a time zone, unless the stored one does. */
function validateSchedule({ schedule = '', timeZone }: CronJobSpec, old: CronJobSpec | undefined): readonly Issue[] {
  const field = 'spec.schedule'
  if (schedule === '') return [required(field)]
  const parsed = parseSchedule(schedule)
  const fault = typeof parsed === 'string' ? parsed : undefined
  const mayName = old?.schedule?.includes('TZ') ?? false
  const zoneFault = mayName
    ? timeZone !== undefined && 'cannot use both timeZone field and TZ or CRON_TZ in schedule'
    : 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'
  return [
    ...(fault === undefined ? [] : [invalid(field, schedule, fault)]),
    ...(schedule.includes('TZ') && zoneFault ? [invalid(field, schedule, zoneFault)] : []),
  ]
}

/** Validates the time zone of the schedule (validateTimeZone). */
function validateTimeZone(zone: string | undefined, field: string): readonly Issue[] {
  if (zone === undefined) return []
  if (zone === '') return [invalid(field, zone, 'timeZone must be nil or non-empty string')]
  const unknown = invalid(field, zone, `unknown time zone ${zone}`)
  if (!isZoneName(zone)) return [unknown]
  return [
    ...(zone.toLowerCase() === 'local'
      ? [invalid(field, zone, 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones')]
      : []),
    ...(isTimeZone(zone) ? [] : [unknown]),
  ]
}

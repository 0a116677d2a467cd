import { createLateLibrary } from '../../../base/turns/late-library.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { KEPT_EMPTY_OF_PODS } from '../../core/pod/pod-types.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { withObjectMeta, withObjectMetaUpdate } from '../../../model/registry/rule-context.js'
import { fillTemplate } from '../../core/pod/pod-template.js'
import { warningsOfName } from '../../core/pod/pod-warnings.js'
import { defineStructKind, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import { warningsOfJobSpec } from '../job/job.js'
import { dropDisabledJobSpecFields, filledPolicy } from '../job/job-spec.js'
import type { CronJob, CronJobSpec } from './cron-job-types.js'
import { type Column, docOf } from '../../../model/registry/column.js'
import { ageColumn, integerColumn, nameColumn, sinceText } from '../../../model/registry/columns.js'
import { selectorText } from '../../autoscaling/selector.js'
import { templateColumns } from '../../core/pod/template-columns.js'
import { SELECTOR_TEXT } from '../job/job-columns.js'

/** The table columns of CronJobs. */
const cronJobColumns: readonly Column<CronJob>[] = [
  nameColumn,
  {
    name: 'Schedule',
    description: docOf('batch.v1.CronJobSpec', 'schedule'),
    cell: ({ spec }) => spec?.schedule ?? '',
  },
  {
    name: 'Timezone',
    description: docOf('batch.v1.CronJobSpec', 'timeZone'),
    cell: ({ spec }) => spec?.timeZone ?? '<none>',
  },
  {
    name: 'Suspend',
    type: 'boolean',
    description: docOf('batch.v1.CronJobSpec', 'suspend'),
    cell: ({ spec }) => (spec?.suspend ? 'True' : 'False'),
  },
  integerColumn('Active', docOf('batch.v1.CronJobStatus', 'active'), ({ status }) => status?.active?.length ?? 0),
  {
    name: 'Last Schedule',
    description: docOf('batch.v1.CronJobStatus', 'lastScheduleTime'),
    cell: ({ status }, now) => (status?.lastScheduleTime ? sinceText(status.lastScheduleTime, now) : '<none>'),
  },
  ageColumn,
  ...templateColumns<CronJob>(({ spec }) => spec?.jobTemplate?.spec?.template),
  {
    name: 'Selector',
    priority: 1,
    description: SELECTOR_TEXT,
    cell: ({ spec }) => selectorText(spec?.jobTemplate?.spec?.selector),
  },
]

// Loaded on demand: only writes of a CronJob need its rules.
const rules = createLateLibrary(() => import('./cron-job-rules.js'))

/** CronJob: creates Jobs on a schedule. The kind itself creates none. */
export const cronJob = defineStructKind<CronJob>(
  'batch.v1.CronJob',
  () => ({
    group: 'batch',
    scope: 'Namespaced',
    names: { kind: 'CronJob', plural: 'cronjobs', shortNames: ['cj'], categories: ['all'] },
    schema: { ready: rules.load, defaults: (object) => ({ ...object, spec: fill(object.spec) }) },
    metadata: { generation: true },
    subresources: { main: mainSubresource, status: statusSubresource },
    create: {
      resetFields: ['status'],
      prepare: (object, { featureGates }) => ({ ...dropDisabledCronJobFields(object, featureGates), status: {} }),
      validate: withObjectMeta((object) => rules.needed().validateNew(object)),
      warnings: ({ metadata, spec }) => [
        ...warningsOfName(metadata.name, 'Pod names and hostnames'),
        ...warningsOfJobSpec(spec?.jobTemplate?.spec, 'spec.jobTemplate.spec'),
      ],
    },
    update: {
      prepare: (next, old, { subresource, featureGates }) =>
        subresource === 'main' ? dropDisabledCronJobFields(next, featureGates, old) : next,
      validate: (next, old, context) =>
        context.subresource === 'status'
          ? []
          : withObjectMetaUpdate<CronJob>((object, before) => [...rules.needed().validateSpec(object, before)])(
              next,
              old,
              context,
            ),
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
      spec: {
        ...jobTemplate.spec,
        template: fillTemplate(jobTemplate.spec?.template),
        ...(runsAtLeast('1.34') ? filledPolicy(jobTemplate.spec) : {}),
      },
    },
    successfulJobsHistoryLimit: spec.successfulJobsHistoryLimit ?? 3,
    failedJobsHistoryLimit: spec.failedJobsHistoryLimit ?? 1,
  }
}

const dropDisabledCronJobFields = (object: CronJob, gates: FeatureGates, old?: CronJob): CronJob => ({
  ...object,
  spec: {
    ...object.spec,
    jobTemplate: {
      ...object.spec?.jobTemplate,
      spec: dropDisabledJobSpecFields(object.spec?.jobTemplate?.spec, gates, old?.spec?.jobTemplate?.spec),
    },
  },
})

import { createLateLibrary } from '../../../base/turns/late-library.js'
import { KEPT_EMPTY_OF_PODS } from '../../core/pod/pod-types.js'
import { loadDifferences } from '../../struct/go-formats.js'
import { withObjectMeta } from '../../../model/registry/rule-context.js'
import { warningsOfName } from '../../core/pod/pod-warnings.js'
import { defineStructKind, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import { jobColumns } from './job-columns.js'
import { withOwnSelector } from './job-selector.js'
import { fillJob, labelled, dropDisabledJobSpecFields } from './job-spec.js'
import type { Job, JobSpec } from './job-types.js'
import { warningsOfTemplate } from '../../core/pod/pod-template.js'

// Loaded on demand: only writes of a Job need its rules.
const rules = createLateLibrary(() => import('./job-rules.js'))

/** Job: pods that run to completion. */
export const job = defineStructKind<Job>(
  'batch.v1.Job',
  ({ version }) => ({
    group: 'batch',
    scope: 'Namespaced',
    names: { kind: 'Job', plural: 'jobs', categories: ['all'] },
    schema: { ready: rules.load, defaults: fillJob },
    metadata: { generation: true },
    storage: { reread: labelled },
    subresources: { main: mainSubresource, status: statusSubresource },
    create: {
      resetFields: ['status'],
      prepare: (object, { featureGates }) => {
        const own = withOwnSelector(object)
        return { ...own, spec: dropDisabledJobSpecFields(own.spec, featureGates), status: {} }
      },
      validate: withObjectMeta((object) => [...rules.needed().validateJob(object)]),
      warnings: ({ metadata, spec }) => [
        ...warningsOfName(metadata.name, 'Pod names and hostnames'),
        ...warningsOfJobSpec(spec, 'spec'),
      ],
    },
    update: {
      ready: loadDifferences,
      prepare: (next, old, { subresource, featureGates }) =>
        subresource === 'main' ? { ...next, spec: dropDisabledJobSpecFields(next.spec, featureGates, old.spec) } : next,
      validate: (next, old, context) => rules.needed().validateChange(next, old, context),
      warnings: (next, old) =>
        next.metadata.generation === old.metadata.generation ? [] : warningsOfJobSpec(next.spec, 'spec'),
    },
    delete: {
      garbageCollection: 'orphan',
      advice:
        'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
    },
    selectable: {
      fields: { 'status.successful': ({ status }) => String(status?.succeeded ?? 0) },
      unknown: (path) => `field label ${JSON.stringify(path)} not supported for Job`,
    },
    table: { columns: jobColumns(version) },
    example: {
      metadata: { name: 'backup', namespace: 'default' },
      spec: {
        template: { spec: { restartPolicy: 'Never', containers: [{ name: 'backup', image: 'example.io/backup:1' }] } },
      },
    },
  }),
  KEPT_EMPTY_OF_PODS,
)

const MANY_COMPLETIONS = 100_000
const MANY_AT_ONCE = 10_000

/** Returns the warnings for a Job's spec at `field` (WarningsForJobSpec). */
export const warningsOfJobSpec = (spec: JobSpec = {}, field: string): readonly string[] => [
  ...(isTooBig(spec)
    ? [
        `${field}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail`,
      ]
    : []),
  ...warningsOfTemplate(spec.template, `${field}.template`),
]

const isTooBig = ({ completionMode, completions = 0, parallelism = 0 }: JobSpec) =>
  completionMode === 'Indexed' && completions > MANY_COMPLETIONS && parallelism > MANY_AT_ONCE

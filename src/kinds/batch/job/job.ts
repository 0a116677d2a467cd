import { KEPT_EMPTY_OF_PODS } from '../../core/pod/kept-empty.js'
import { loadDifferences } from '../../struct/go-formats.js'
import { type Issue, invalid, required } from '../../../base/issue.js'
import { dns1123Label } from '../../../base/rules/names.js'
import { type RuleContext, withObjectMeta } from '../../../registry/rule-context.js'
import { warningsOfName } from '../../core/pod/pod-warnings.js'
import { validateSelected } from '../../core/pod/template-rules.js'
import { validateLabelSelector } from '../../shared/label-selector.js'
import { defineStructKind, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import { warningsOfJobSpec } from './job-warnings.js'
import { jobColumns } from './job-columns.js'
import { validateJobSpec } from './job-rules.js'
import { hasPrefixedLabels, validateOwnLabels, withOwnSelector } from './job-selector.js'
import { fillJob, labelled, dropDisabledJobSpecFields } from './job-spec.js'
import { validateJobStatus } from './job-status-rules.js'
import type { Job } from './job-types.js'
import { validateFixed } from './job-update.js'

/** Job: pods that run to completion. */
export const job = defineStructKind<Job>(
  'batch.v1.Job',
  () => ({
    group: 'batch',
    scope: 'Namespaced',
    names: { kind: 'Job', plural: 'jobs', categories: ['all'] },
    schema: { defaults: fillJob },
    metadata: { generation: true },
    subresources: { main: mainSubresource, status: statusSubresource },
    create: {
      resetFields: ['status'],
      prepare: (object) => {
        const own = withOwnSelector(object)
        return labelled({ ...own, spec: dropDisabledJobSpecFields(own.spec), status: {} })
      },
      validate: withObjectMeta((object) => validateJob(object)),
      warnings: ({ metadata, spec }) => [
        ...warningsOfName(metadata.name, 'Pod names and hostnames'),
        ...warningsOfJobSpec(spec, 'spec'),
      ],
    },
    update: {
      ready: loadDifferences,
      prepare: (next, old, { subresource }) =>
        subresource === 'main' ? { ...next, spec: dropDisabledJobSpecFields(next.spec, old.spec) } : next,
      validate: validateChange,
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
    table: { columns: jobColumns },
    example: {
      metadata: { name: 'backup', namespace: 'default' },
      spec: {
        template: { spec: { restartPolicy: 'Never', containers: [{ name: 'backup', image: 'example.io/backup:1' }] } },
      },
    },
  }),
  KEPT_EMPTY_OF_PODS,
)

function validateChange(
  next: Job,
  old: Job,
  { subresource, validateObjectMeta, validateObjectMetaUpdate }: RuleContext<Job>,
): readonly Issue[] {
  const change = validateObjectMetaUpdate(next, old)
  if (subresource === 'status') return [...change, ...validateJobStatus(next, old)]
  // A real server runs all rules of a create first, then validates the spec once more.
  return [
    ...validateObjectMeta(next),
    ...validateJob(next, old),
    ...change,
    ...validateWholeSpec(next, old),
    ...validateFixed(next, old),
  ]
}

function validateJob(job: Job, old?: Job): readonly Issue[] {
  const {
    metadata: { name = '' },
    spec = {},
  } = job
  const last = `${name}-${(spec.completions ?? 0) - 1}`
  const isIndexed = spec.completionMode === 'Indexed' && (spec.completions ?? 0) > 0
  return [
    ...validateOwnLabels(job, !old || hasPrefixedLabels(old)),
    ...validateWholeSpec(job, old),
    ...(isIndexed && dns1123Label(last).length > 0
      ? [invalid('metadata.name', name, `will not able to create pod with invalid DNS label: ${last}`)]
      : []),
  ]
}

function validateWholeSpec({ spec = {} }: Job, old?: Job): readonly Issue[] {
  const { selector, template = {} } = spec
  const before = old?.spec?.selector
  const anyValues = before !== undefined && validateLabelSelector(before, '').length > 0
  const isGood = !selector || validateLabelSelector(selector, '').length === 0
  return [
    ...validateJobSpec(spec, 'spec'),
    ...(selector ? validateLabelSelector(selector, 'spec.selector', { anyValues }) : [required('spec.selector')]),
    ...(isGood ? validateSelected(template, selector, 'spec.template') : []),
  ]
}

import { type Issue, invalid, required } from '../../../base/issue.js'
import { selects } from '../../../registry/label-selector.js'
import { inByteOrder } from '../../../schema/structural.js'
import type { Texts } from '../../shared/texts.js'
import { goSelector, validateLabelSelector } from '../../shared/label-selector.js'
import { goTexts } from '../../struct/go-metadata.js'
import type { Job } from './job-types.js'

const UID = 'batch.kubernetes.io/controller-uid'
const NAME = 'batch.kubernetes.io/job-name'
const OLD_UID = 'controller-uid'
const OLD_NAME = 'job-name'

const labelsFor = ({ metadata: { name = '', uid = '' } }: Job): { readonly [label: string]: string } => ({
  [OLD_NAME]: name,
  [NAME]: name,
  [OLD_UID]: uid,
  [UID]: uid,
})

/** Makes a new Job find its pods by its uid, unless it says that it selects by hand (generateSelectorIfNeeded). */
export function withOwnSelector(job: Job): Job {
  const { spec = {} } = job
  if (spec.manualSelector) return job
  const { template = {}, selector = {} } = spec
  const labels = inByteOrder({ ...labelsFor(job), ...template.metadata?.labels })
  // Labels that were taken over from the template are one map with it there, so they are given what the template is
  // given.
  const own = job.metadata.labels !== undefined && job.metadata.labels === template.metadata?.labels
  const matchLabels = inByteOrder({ [UID]: job.metadata.uid ?? '', ...selector.matchLabels })
  return {
    ...job,
    ...(own ? { metadata: { ...job.metadata, labels } } : {}),
    spec: {
      ...spec,
      selector: { ...selector, matchLabels },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  }
}

/** Tells whether the pods of a Job have the labels with a prefix, which those of the days before do not. */
export const hasPrefixedLabels = ({ spec }: Job): boolean =>
  [NAME, UID].every((label) => Object.hasOwn(spec?.template?.metadata?.labels ?? {}, label))

const hasLabel = (labels: Texts, label: string, value: string, field: string): readonly Issue[] => {
  if (!Object.hasOwn(labels, label)) return [required(`${field}[${label}]`, `must be '${value}'`)]
  return labels[label] === value ? [] : [invalid(`${field}[${label}]`, goTexts(labels), `must be '${value}'`)]
}

/** The selector that a Job was given, and the labels of its pods, are those of this Job (validateGeneratedSelector). */
export function validateOwnLabels(job: Job, prefixed: boolean): readonly Issue[] {
  const { spec: { selector, manualSelector, template } = {}, metadata } = job
  if (manualSelector || !selector) return []
  const labels = template?.metadata?.labels ?? {}
  const expected = labelsFor(job)
  const asked = prefixed ? [OLD_UID, OLD_NAME, UID, NAME] : [OLD_UID, OLD_NAME]
  const own = Object.fromEntries(asked.map((label) => [label, expected[label] ?? '']))
  return [
    ...(metadata.uid ? [] : [required('metadata.uid')]),
    ...asked.flatMap((label) => hasLabel(labels, label, expected[label] ?? '', 'spec.template.metadata.labels')),
    ...(validateLabelSelector(selector, '').length === 0 && !selects(selector, own)
      ? [invalid('spec.selector', goSelector(selector), '`selector` not auto-generated')]
      : []),
  ]
}

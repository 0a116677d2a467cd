import { type Issue, invalid, required } from '../../../base/errors/issue.js'
import { selects } from '../../../model/registry/label-selector.js'
import { inByteOrder } from '../../../schema/structural.js'
import type { Texts } from '../../../schema/object.js'
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

/**
 * Generates the selector and pod labels of a new Job from its uid, unless manualSelector is set
 * (generateSelectorIfNeeded).
 */
export function withOwnSelector(job: Job): Job {
  const { spec = {} } = job
  if (spec.manualSelector) return job
  const { template = {}, selector = {} } = spec
  const labels = inByteOrder({ ...labelsFor(job), ...template.metadata?.labels })
  // Labels defaulted from the template share its map in Go, so labels added to the template appear on the Job as well.
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

/** Tells whether the pod template has the prefixed labels (`batch.kubernetes.io/...`), which older Jobs lack. */
export const hasPrefixedLabels = ({ spec }: Job): boolean =>
  [NAME, UID].every((label) => Object.hasOwn(spec?.template?.metadata?.labels ?? {}, label))

const hasLabel = (labels: Texts, label: string, value: string, field: string): readonly Issue[] => {
  if (!Object.hasOwn(labels, label)) return [required(`${field}[${label}]`, `must be '${value}'`)]
  return labels[label] === value ? [] : [invalid(`${field}[${label}]`, goTexts(labels), `must be '${value}'`)]
}

/** Validates that the selector and the pod labels are those generated for this Job (validateGeneratedSelector). */
export function* validateOwnLabels(job: Job, prefixed: boolean): Iterable<Issue> {
  const { spec: { selector, manualSelector, template } = {}, metadata } = job
  if (manualSelector || !selector) return
  const labels = template?.metadata?.labels ?? {}
  const expected = labelsFor(job)
  const asked = prefixed ? [OLD_UID, OLD_NAME, UID, NAME] : [OLD_UID, OLD_NAME]
  const own = Object.fromEntries(asked.map((label) => [label, expected[label] ?? '']))
  if (!metadata.uid) yield required('metadata.uid')
  yield* asked.flatMap((label) => hasLabel(labels, label, expected[label] ?? '', 'spec.template.metadata.labels'))
  if (validateLabelSelector(selector, '').length === 0 && !selects(selector, own))
    yield invalid('spec.selector', goSelector(selector), '`selector` not auto-generated')
}

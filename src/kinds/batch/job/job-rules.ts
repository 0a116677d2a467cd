import { type Issue, invalid, required } from '../../../base/errors/issue.js'
import { dns1123Label } from '../../../base/rules/names.js'
import type { RuleContext } from '../../../model/registry/rule-context.js'
import { validateSelected } from '../../core/pod/template-rules.js'
import { validateLabelSelector } from '../../shared/label-selector.js'
import { hasPrefixedLabels, validateOwnLabels } from './job-selector.js'
import { validateJobSpec } from './job-spec-rules.js'
import { validateJobStatus } from './job-status-rules.js'
import type { Job } from './job-types.js'
import { validateFixed } from './job-update.js'

/** Validates a change of a Job or of its status (ValidateJobUpdate, ValidateJobUpdateStatus). */
export function validateChange(
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

/** Validates a Job, except for its metadata (ValidateJob). */
export function validateJob(job: Job, old?: Job): readonly Issue[] {
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

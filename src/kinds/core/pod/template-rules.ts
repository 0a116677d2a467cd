import { givenOf } from '../../../base/json/as-given.js'
import { type Issue, forbidden, invalid, notSupported } from '../../../base/errors/issue.js'
import { qualifiedName } from '../../../base/rules/names.js'
import { type LabelSelector, selects } from '../../../model/registry/label-selector.js'
import { labelIssues } from '../../shared/label-issues.js'
import { goTexts } from '../../struct/go-metadata.js'
import { validateAnnotations, validateProfiles } from './pod-annotations.js'
import { validatePodSpec } from './pod-rules.js'
import type { PodTemplateSpec } from './pod-template.js'

/** Validates the metadata of a pod template. */
export function validateTemplateMetadata({ metadata, spec = {} }: PodTemplateSpec, field: string): readonly Issue[] {
  const { labels = {}, annotations = {} } = metadata ?? {}
  return [
    ...labelIssues(labels, `${field}.labels`),
    ...Object.keys(annotations).flatMap((key) =>
      qualifiedName(key.toLowerCase()).map((detail) => invalid(`${field}.annotations`, key, detail)),
    ),
    ...validateAnnotations(annotations, spec, `${field}.annotations`),
  ]
}

/** Validates a pod template (ValidatePodTemplateSpec). */
export const validateTemplate = (template: PodTemplateSpec, field: string): readonly Issue[] => [
  ...validateTemplateMetadata(template, field),
  ...validatePodSpec(template.spec, `${field}.spec`),
  ...validateProfiles(template.metadata?.annotations, template.spec ?? {}, `${field}.spec`),
  ...(template.spec?.ephemeralContainers?.length
    ? [forbidden(`${field}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template')]
    : []),
]

/** Validates that the selector of a workload matches the labels of its pod template. */
export const validateSelected = (
  { metadata }: PodTemplateSpec,
  selector: LabelSelector | undefined,
  field: string,
): readonly Issue[] =>
  selects(selector, metadata?.labels)
    ? []
    : [
        invalid(
          `${field}.metadata.labels`,
          goTexts(givenOf(metadata, 'labels', metadata?.labels, {})),
          '`selector` does not match template `labels`',
        ),
      ]

/** Validates that the pods of a workload never finish by themselves; messages call the workload `kind`. */
export function* validateLasting({ spec = {} }: PodTemplateSpec, field: string, kind: string): Iterable<Issue> {
  if (spec.restartPolicy !== 'Always') yield notSupported(`${field}.spec.restartPolicy`, spec.restartPolicy, ['Always'])
  if (spec.activeDeadlineSeconds !== undefined)
    yield forbidden(`${field}.spec.activeDeadlineSeconds`, `activeDeadlineSeconds in ${kind} is not Supported`)
}

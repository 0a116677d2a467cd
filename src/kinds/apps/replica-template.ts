import { type Issue, invalid, required } from '../../base/errors/issue.js'
import type { LabelSelector } from '../../model/registry/label-selector.js'
import type { PodTemplateSpec } from '../core/pod/pod-template.js'
import { validateLasting, validateSelected, validateTemplate } from '../core/pod/template-rules.js'
import { goSelector, isEmptySelector, validateLabelSelector } from '../shared/label-selector.js'

type Spec = { readonly selector?: LabelSelector | null; readonly template?: PodTemplateSpec }

/** Validates the required selector of a workload; messages call the workload `kind`. */
export function* validateOwnSelector(selector: LabelSelector | null | undefined, kind: string): Iterable<Issue> {
  if (!selector) {
    yield required('spec.selector')
    return
  }
  yield* validateLabelSelector(selector, 'spec.selector')
  if (isEmptySelector(selector))
    yield invalid('spec.selector', goSelector(selector), `empty selector is invalid for ${kind}`)
}

/** Validates the selector and pod template of a ReplicaSet or Deployment. */
export function validateReplicaTemplate({ selector, template = {} }: Spec): readonly Issue[] {
  const field = 'spec.template'
  const isFaulty = selector && validateLabelSelector(selector, '').length > 0
  return [
    // A real server says "deployment" for both kinds.
    ...validateOwnSelector(selector, 'deployment'),
    ...(isFaulty
      ? [invalid('spec.selector', goSelector(selector), 'invalid label selector')]
      : [
          ...validateSelected(template, selector ?? undefined, field),
          ...validateTemplate(template, field),
          ...validateLasting(template, field, 'ReplicaSet'),
        ]),
  ]
}

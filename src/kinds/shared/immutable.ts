import type { GoText } from '../../base/go-print.js'
import { type Issue, immutable } from '../../base/issue.js'
import { jsonEqual } from '../../base/json.js'
import type { LabelSelector } from '../../registry/label-selector.js'
import { goSelector } from './label-selector.js'

/** A member stays what it was (ValidateImmutableField); `shown` prints it, where it does not print itself. */
export const validateImmutable = <T>(
  next: T,
  old: T,
  field: string,
  shown: (value: T) => GoText | T = (value) => value,
): readonly Issue[] => (jsonEqual(next, old) ? [] : [immutable(field, shown(next))])

/** The selector of a workload stays what it was. */
export const validateSameSelector = (
  next: { readonly selector?: LabelSelector | null } = {},
  old: { readonly selector?: LabelSelector | null } = {},
): readonly Issue[] =>
  validateImmutable(next.selector, old.selector, 'spec.selector', (selector) => selector && goSelector(selector))

import type { GoText } from '../../base/go-print.js'
import { type Issue, immutable } from '../../base/issue.js'
import { jsonEqual } from '../../base/json.js'
import type { LabelSelector } from '../../registry/label-selector.js'
import { goSelector } from './label-selector.js'

/**
 * Validates that a field does not change (ValidateImmutableField); `shown` formats the value for the message, if
 * needed.
 */
export const validateImmutable = <T>(
  next: T,
  old: T,
  field: string,
  shown: (value: T) => GoText | T = (value) => value,
): readonly Issue[] => (jsonEqual(next, old) ? [] : [immutable(field, shown(next))])

/** Validates that the selector of a workload does not change. */
export const validateSameSelector = (
  next: { readonly selector?: LabelSelector | null } = {},
  old: { readonly selector?: LabelSelector | null } = {},
): readonly Issue[] =>
  validateImmutable(next.selector, old.selector, 'spec.selector', (selector) => selector && goSelector(selector))

import type { GoText } from '../../base/go/printable.js'
import { type Issue, immutable } from '../../base/errors/issue.js'
import type { LabelSelector } from '../../model/registry/label-selector.js'
import { semanticEqual } from '../../schema/semantic-equal.js'
import type { Schema } from '../../schema/types.js'
import { goSelector } from './label-selector.js'

/**
 * Validates that a field does not change (ValidateImmutableField); `shown` formats the value for the message, if
 * needed, and a value with quantities has a `schema`.
 */
export const validateImmutable = <T>(
  next: T,
  old: T,
  field: string,
  shown: (value: T) => GoText | T = (value) => value,
  schema?: Schema,
): readonly Issue[] => (semanticEqual(schema, next, old) ? [] : [immutable(field, shown(next))])

/** Validates that the selector of a workload does not change. */
export const validateSameSelector = (
  next: { readonly selector?: LabelSelector | null } = {},
  old: { readonly selector?: LabelSelector | null } = {},
): readonly Issue[] =>
  validateImmutable(next.selector, old.selector, 'spec.selector', (selector) => selector && goSelector(selector))

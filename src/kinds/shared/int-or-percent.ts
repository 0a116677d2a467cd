import type { GoText } from '../../base/go-print.js'
import { type Issue, invalid } from '../../base/issue.js'
import { percent } from '../../base/rules/percent.js'
import { natural } from '../struct/member-rules.js'
import { goStruct } from './go-struct.js'

/** A number, or a share of all as `25%`. */
export type IntOrPercent = number | string

/** A number or a text as Go's `%#v` prints it. */
export const goIntOrString = (value: IntOrPercent): GoText =>
  goStruct('intstr.IntOrString', {
    Type: typeof value === 'number' ? 0 : 1,
    IntVal: typeof value === 'number' ? value : 0,
    StrVal: typeof value === 'string' ? value : '',
  })

/** The rules of a number or a share (ValidatePositiveIntOrPercent). */
export const validateIntOrPercent = (value: IntOrPercent, field: string): readonly Issue[] =>
  typeof value === 'number'
    ? natural(value, field, {})
    : percent(value).map((detail) => invalid(field, goIntOrString(value), detail))

/** A share is no more than everything (IsNotMoreThan100Percent). */
export const validateWholeAtMost = (value: IntOrPercent, field: string): readonly Issue[] =>
  typeof value === 'string' && percent(value).length === 0 && amountOf(value) > 100
    ? [invalid(field, goIntOrString(value), 'must not be greater than 100%')]
    : []

/** The number in it; 0 where there is none. */
export function amountOf(value: IntOrPercent): number {
  if (typeof value === 'number') return value
  const digits = percent(value).length === 0 ? value.slice(0, -1) : value
  return /^[+-]?\d+$/.test(digits) ? Number(digits) : 0
}

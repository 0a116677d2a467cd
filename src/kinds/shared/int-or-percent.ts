import { type Issue, invalid } from '../../base/errors/issue.js'
import { GoText, goJson, goQuote } from '../../base/go/printable.js'
import { patternText, wholeText } from '../../base/rules/texts.js'
import { natural } from '../struct/member-rules.js'

const PERCENT = '[0-9]+%'
const IS_PERCENT = wholeText(PERCENT)
const PERCENT_TEXT = patternText(
  "a valid percent string must be a numeric string followed by an ending '%'",
  PERCENT,
  '1%',
  '93%',
)

/** IsValidPercent: the format only; `101%` is valid. */
export const percent = (value: string): string[] => (IS_PERCENT.test(value) ? [] : [PERCENT_TEXT])

/** A number, or a percentage such as `25%`. */
export type IntOrPercent = number | string

/** Formats an IntOrString like Go's `%#v`, and as JSON. */
export const goIntOrString = (value: IntOrPercent): GoText => {
  const [type, number, text] = typeof value === 'number' ? [0, value, ''] : [1, 0, value]
  return new GoText(`intstr.IntOrString{Type:${type}, IntVal:${number}, StrVal:${goQuote(text)}}`, () => goJson(value))
}

/** Validates a number or a percentage (ValidatePositiveIntOrPercent). */
export const validateIntOrPercent = (value: IntOrPercent, field: string): readonly Issue[] =>
  typeof value === 'number'
    ? natural(value, field, {})
    : percent(value).map((detail) => invalid(field, goIntOrString(value), detail))

/** Validates that a percentage is at most 100% (IsNotMoreThan100Percent). */
export const validateWholeAtMost = (value: IntOrPercent, field: string): readonly Issue[] =>
  typeof value === 'string' && percent(value).length === 0 && amountOf(value) > 100
    ? [invalid(field, goIntOrString(value), 'must not be greater than 100%')]
    : []

/** Returns the number, that of a percentage without `%`; 0 if it is malformed. */
export function amountOf(value: IntOrPercent): number {
  if (typeof value === 'number') return value
  const digits = percent(value).length === 0 ? value.slice(0, -1) : value
  return /^[+-]?\d+$/.test(digits) ? Number(digits) : 0
}

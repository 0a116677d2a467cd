import { goQuote } from '../base/go-print.js'

/** A rule as Go prints it. */
export function goRule(rule: {
  readonly rule: string
  readonly message?: string
  readonly messageExpression?: string
  readonly reason?: string
  readonly fieldPath?: string
  readonly optionalOldSelf?: boolean
}): string {
  const pointer = (type: string, value: unknown) =>
    value === undefined ? `(*${type})(nil)` : `(*${type})(0xc000000000)`
  const { message = '', messageExpression = '', fieldPath = '' } = rule
  return `apiextensions.ValidationRule{Rule:${goQuote(rule.rule)}, Message:${goQuote(message)}, MessageExpression:${goQuote(messageExpression)}, Reason:${pointer('apiextensions.FieldValueErrorReason', rule.reason)}, FieldPath:${goQuote(fieldPath)}, OptionalOldSelf:${pointer('bool', rule.optionalOldSelf)}}`
}

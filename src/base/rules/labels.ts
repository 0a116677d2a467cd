import { QUALIFIED, isLonger, maxLabelLength, patternText, wholeText } from './texts.js'

const LABEL_VALUE = `(${QUALIFIED})?`
const IS_LABEL_VALUE = wholeText(LABEL_VALUE)
const LABEL_VALUE_TEXT = patternText(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  LABEL_VALUE,
  'MyValue',
  'my_value',
  '12345',
)

/** IsValidLabelValue. Label keys are checked by qualifiedName. */
export function labelValue(value: string): string[] {
  const messages = isLonger(value, 63) ? [maxLabelLength(63)] : []
  if (!IS_LABEL_VALUE.test(value)) messages.push(LABEL_VALUE_TEXT)
  return messages
}

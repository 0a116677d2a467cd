import { patternText, wholeText } from './texts.js'

const REASON = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?'
const IS_REASON = wholeText(REASON)
const REASON_TEXT = patternText(
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
  REASON,
  'my_name',
  'MY_NAME',
  'MyName',
  'ReasonA,ReasonB',
  'ReasonA:ReasonB',
)

/** isValidConditionReason of meta/v1: the format only; empty and overlong reasons have separate checks. */
export const conditionReason = (value: string): string[] => (IS_REASON.test(value) ? [] : [REASON_TEXT])

import { patternText, wholeText } from './texts.js'

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

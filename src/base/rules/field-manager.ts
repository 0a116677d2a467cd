import { isPrintable } from '../go/printable.js'
import { type Issue, invalid, tooLong } from '../errors/issue.js'
import { utf8Length } from '../bytes/utf8.js'
import { isLonger } from './texts.js'

const MOST_BYTES = 128
// Each unprintable character is reported with the whole name: of longer names only the length is.
const MOST_READ = 8 * MOST_BYTES

/** Validates the name of a field manager (apimachinery: ValidateFieldManager). */
export function validateFieldManager(manager: string, field: string): readonly Issue[] {
  const issues: Issue[] = []
  if (isLonger(manager, MOST_BYTES)) issues.push(tooLong(field, MOST_BYTES))
  if (manager.length > MOST_READ || isPrintable(manager)) return issues
  let position = 0
  for (const character of manager) {
    if (!isPrintable(character)) {
      const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
      issues.push(invalid(field, manager, `invalid character U+${code} (at position ${position})`))
    }
    position += utf8Length(character)
  }
  return issues
}

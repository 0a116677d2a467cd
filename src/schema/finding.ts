import { GoText, goValue, untyped } from '../base/go-print.js'
import { type Issue, invalid, notSupported, required, tooLong, tooMany } from '../base/issue.js'

/** Something a schema finds wrong: the text equal findings are known by, and the issue it is reported as. */
export type Finding = { readonly text: string; readonly issue: Issue }

// A path is dotted and begins with a dot below an unnamed root; errors that belong to no field carry Go's word for
// none.
const fieldOf = (path: string) => path.replace(/^\./, '') || '<nil>'

/** A value of the wrong type: `spec.x in body must be of type integer: "string"`. */
export function wrongType(path: string, type: string, found: string): Finding {
  const text = `${path} in body must be of type ${type}: ${goValue(found)}`
  return {
    text,
    issue: {
      reason: 'FieldValueTypeInvalid',
      field: fieldOf(path),
      message: `Invalid value: ${goValue(found)}: ${text}`,
    },
  }
}

/** A value that breaks a bound, told as a sentence: `spec.x in body should match '^a$'`. */
export function outOfBounds(path: string, value: unknown, sentence: string): Finding {
  const text = `${path} in body ${sentence}`
  return { text, issue: invalid(fieldOf(path), untyped(value), text) }
}

/** A factor that is not positive. */
export function notPositive(path: string, factor: string): Finding {
  const text = `factor MultipleOf declared for ${path} must be positive: ${factor}`
  return { text, issue: invalid(fieldOf(path), new GoText(factor), text) }
}

/** A member that must be there. */
export const missing = (path: string): Finding => ({
  text: `${path} in body is required`,
  issue: required(fieldOf(path)),
})

/** A value that is not one of those allowed. */
export function unsupported(path: string, value: unknown, allowed: readonly unknown[]): Finding {
  const words = allowed.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  return {
    text: `${path} in body should be one of [${words.join(' ')}]`,
    issue: notSupported(fieldOf(path), untyped(value), words),
  }
}

/** A text with too many characters. */
export const tooManyCharacters = (path: string, most: number): Finding => ({
  text: `${path} in body should be at most ${most} chars long`,
  issue: tooLong(fieldOf(path), most),
})

/** A list or map with too many members. */
export const tooManyMembers = (path: string, actual: number, most: number, word: 'items' | 'properties'): Finding => ({
  text: `${path} in body should have at most ${most} ${word}`,
  issue: tooMany(fieldOf(path), actual, most),
})

/** A failed combination of schemas; it names its path in its text only. */
export const combination = (path: string, text: string): Finding => {
  const whole = `${goValue(path)} ${text}`
  return { text: whole, issue: invalid('<nil>', '', whole) }
}

/** What would take too long to be looked at. */
export const tooMuch = (): Finding => ({
  text: TOO_MUCH,
  issue: invalid('<nil>', new GoText('"object"'), TOO_MUCH),
})

const TOO_MUCH =
  'takes too many steps to be validated: fewer alternatives (anyOf, oneOf, allOf, not), fewer or shorter texts with a pattern, or less that is wrong'

import { GoText, goValue, untyped } from '../base/go/printable.js'
import { type Issue, invalid, notSupported, required, tooLong, tooMany } from '../base/errors/issue.js'

/** An error found by a schema: the text that identifies equal findings, and the issue that is reported. */
export type Finding = { readonly text: string; readonly issue: Issue }

// Paths are dotted and start with a dot, as the root is unnamed; errors without a field carry Go's word for nil.
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

/** A value out of bounds, described by a sentence: `spec.x in body should match '^a$'`. */
export function outOfBounds(path: string, value: unknown, sentence: string): Finding {
  const text = `${path} in body ${sentence}`
  return { text, issue: invalid(fieldOf(path), untyped(value), text) }
}

/** A member where no others are allowed. */
export function strange(path: string, name: string): Finding {
  const text = `${path}.${name} in body is a forbidden property`
  return { text, issue: invalid(fieldOf(path), name, text) }
}

/** A `multipleOf` that is not positive. */
export function notPositive(path: string, factor: string): Finding {
  const text = `factor MultipleOf declared for ${path} must be positive: ${factor}`
  return { text, issue: invalid(fieldOf(path), new GoText(factor), text) }
}

/** A number, or a bound of one, that the type and format of the number do not hold; only its text has the path. */
export function notHeld(path: string, what: string, type: string, format: string): Finding {
  const form = format === '' ? '(default format)' : `with format ${format}`
  const text = `${what} value must be of type ${type} ${form} in ${path}`
  return { text, issue: invalid('<nil>', '', text) }
}

/** A missing required field. */
export const missing = (path: string): Finding => ({
  text: `${path} in body is required`,
  issue: required(fieldOf(path)),
})

/** A value that is not among the allowed ones. */
export function unsupported(path: string, value: unknown, allowed: readonly unknown[]): Finding {
  const words = allowed.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  return {
    text: `${path} in body should be one of [${words.join(' ')}]`,
    issue: notSupported(fieldOf(path), untyped(value), words),
  }
}

/** A string that is too long. */
export const tooManyCharacters = (path: string, most: number): Finding => ({
  text: `${path} in body should be at most ${most} chars long`,
  issue: tooLong(fieldOf(path), most),
})

/** A list or object with too many items or fields. */
export const tooManyMembers = (path: string, actual: number, most: number, word: 'items' | 'properties'): Finding => ({
  text: `${path} in body should have at most ${most} ${word}`,
  issue: tooMany(fieldOf(path), actual, most),
})

/** A failed combination of schemas; only its text contains the path. */
export const combination = (path: string, text: string): Finding => {
  const whole = `${goValue(path)} ${text}`
  return { text: whole, issue: invalid('<nil>', '', whole) }
}

/** The finding for a value whose validation would take too long. */
export const tooMuch = (): Finding => ({
  text: TOO_MUCH,
  issue: invalid('<nil>', new GoText('"object"'), TOO_MUCH),
})

const TOO_MUCH =
  'takes too many steps to be validated: fewer alternatives (anyOf, oneOf, allOf, not), fewer or shorter texts with a pattern, or less that is wrong'

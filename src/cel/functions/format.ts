import { goQuote } from '../../base/go/printable.js'
import { CelError } from '../run/cel-error.js'
import { isList } from '../run/joined.js'
import { TypeValue, Uint, membersOf, typeNameOf } from '../run/value.js'
import { work } from '../run/work.js'
import { stringOf } from './conversions.js'

/** The verbs of formats: the types each accepts, and its name in errors (cel-go: ext/formatting.go). */
export const VERBS: { readonly [verb: string]: { readonly types: readonly string[]; readonly fault: string } } = {
  s: {
    types: [
      ...['string', 'bool', 'bytes', 'int', 'uint', 'double', 'map', 'list', 'type', 'null_type'],
      ...['google.protobuf.Duration', 'google.protobuf.Timestamp'],
    ],
    fault:
      'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  },
  d: { types: ['int', 'uint'], fault: 'decimal clause can only be used on integers' },
  f: { types: ['double', 'string'], fault: 'fixed-point clause can only be used on doubles' },
  e: { types: ['double', 'string'], fault: 'scientific clause can only be used on doubles' },
  b: { types: ['int', 'uint', 'bool'], fault: 'only integers and bools can be formatted as binary' },
  o: { types: ['int', 'uint'], fault: 'octal clause can only be used on integers' },
  x: {
    types: ['int', 'uint', 'string', 'bytes'],
    fault: 'only integers, byte buffers, and strings can be formatted as hex',
  },
  X: {
    types: ['int', 'uint', 'string', 'bytes'],
    fault: 'only integers, byte buffers, and strings can be formatted as hex',
  },
}

/** Returns the error of a verb that does not accept a type. */
export const verbFault = (verb: string, type: string): string =>
  `error during formatting: ${VERBS[verb]?.fault}, was given ${type}`

/** A part of a format: text, or a verb. */
type Part = { readonly text: string } | { readonly verb: string; readonly precision: number | undefined }

/**
 * Splits a format into its parts. Returns Go's error where the format cannot be read; what precedes it may have errors
 * of its own.
 */
export function formatParts(format: string): { readonly parts: readonly Part[]; readonly fault?: string } {
  const parts: Part[] = []
  let rest = format
  while (rest !== '') {
    const at = rest.indexOf('%')
    if (at !== 0) parts.push({ text: at < 0 ? rest : rest.slice(0, at) })
    if (at < 0) break
    rest = rest.slice(at + 1)
    if (rest === '') return { parts, fault: 'unexpected end of string' }
    if (rest.startsWith('%')) parts.push({ text: '%' })
    else {
      const clause = clauseOf(rest)
      if (typeof clause === 'string') return { parts, fault: `could not parse formatting clause: ${clause}` }
      parts.push(clause.part)
      rest = rest.slice(clause.length - 1)
    }
    rest = rest.slice(1)
  }
  return { parts }
}

/** Reads a precision and a verb; a returned string is Go's error. */
function clauseOf(text: string): { readonly part: Part; readonly length: number } | string {
  const [, digits] = /^\.(\d*)/.exec(text) ?? []
  if (digits !== undefined && digits.length + 1 === text.length)
    return 'error while parsing precision: could not find end of precision specifier'
  if (digits === '')
    return 'error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax'
  const length = digits === undefined ? 0 : digits.length + 1
  const verb = String.fromCodePoint(text.codePointAt(length) ?? 0)
  if (!Object.hasOwn(VERBS, verb)) return `unrecognized formatting clause "${verb}"`
  return { part: { verb, precision: digits === undefined ? undefined : Number(digits) }, length: length + 1 }
}

/** Formats values (`"%s has %d".format([a, b])`). Throws a CelError. */
export function formatted(format: string, values: readonly unknown[]): string {
  const { parts, fault } = formatParts(format)
  let next = 0
  const texts = parts.map((part) => {
    if ('text' in part) return part.text
    if (next >= values.length) throw new CelError(`index ${next} out of range`)
    return formatOne(part.verb, values[next++], part.precision ?? 6)
  })
  if (fault !== undefined) throw new CelError(next < values.length ? fault : `index ${next} out of range`)
  return texts.join('')
}

const NAMED_NUMBERS: ReadonlySet<unknown> = new Set(['NaN', 'Infinity', '-Infinity'])
// A longer fraction would only be zeros.
const MOST_DIGITS = 100

function formatOne(verb: string, value: unknown, precision: number): string {
  const type = typeNameOf(value)
  const isNumber = verb === 'f' || verb === 'e'
  if (!VERBS[verb]?.types.includes(type) || (isNumber && type === 'string' && !NAMED_NUMBERS.has(value)))
    throw new CelError(verbFault(verb, type))
  if (verb === 's') return textOf(value)
  if (isNumber) return verb === 'f' ? fixed(Number(value), precision) : scientific(Number(value), precision)
  if (typeof value === 'boolean') return value ? '1' : '0'
  const whole = typeof value === 'bigint' ? value : value instanceof Uint ? value.value : undefined
  if (whole === undefined) return hexOf(typeof value === 'string' ? new TextEncoder().encode(value) : value, verb)
  const text = whole.toString({ d: 10, b: 2, o: 8 }[verb] ?? 16)
  return verb === 'X' ? text.toUpperCase() : text
}

function hexOf(bytes: unknown, verb: string): string {
  const text = [...(bytes as Uint8Array)].map((byte) => byte.toString(16).padStart(2, '0')).join('') // the other type
  return verb === 'X' ? text.toUpperCase() : text
}

const special = (value: number): string | undefined =>
  Number.isNaN(value) ? 'NaN' : Number.isFinite(value) ? undefined : value < 0 ? '-∞' : '∞'

/** Prints a number in English, with commas between thousands. */
function fixed(value: number, precision: number): string {
  const known = special(value)
  if (known !== undefined) return known
  const digits = Math.min(precision, MOST_DIGITS)
  work(precision)
  const size = Math.abs(value)
  // From there on numbers are whole, and toFixed gives up.
  const text = size < 1e21 ? size.toFixed(digits) : `${BigInt(size)}${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`
  return `${value < 0 ? '-' : ''}${grouped(text)}${'0'.repeat(precision - digits)}`
}

const grouped = (text: string): string => {
  const [whole = '', fraction] = text.split('.')
  const digits = whole.replace(/^-/, '')
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.push(digits.slice(Math.max(0, end - 3), end))
  const sign = whole.slice(0, whole.length - digits.length)
  return sign + groups.reverse().join(',') + (fraction === undefined ? '' : `.${fraction}`)
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Prints a number in scientific notation; a server takes the precision for the width. */
function scientific(value: number, width: number): string {
  work(width)
  const known = special(value)
  if (known !== undefined) return known.padStart(width)
  const [digits = '', exponent = '0'] = value.toExponential(6).split('e')
  const power = String(Math.abs(Number(exponent))).padStart(2, '0')
  const raised = [...power].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')
  return `${digits}×10${exponent.startsWith('-') ? '⁻' : ''}${raised}`.padStart(width)
}

function textOf(value: unknown): string {
  if (value === null) return 'null'
  if (isList(value)) return `[${[...value].map(literal).join(', ')}]`
  const type = typeNameOf(value)
  if (value instanceof TypeValue) return value.name
  if (type !== 'map') return stringOf(value) ?? ''
  const entries = membersOf(value as object).map(([key, item]) => [keyText(key), literal(item)] as const) // a map
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${key}:${item}`)
    .join(', ')}}`
}

function keyText(key: unknown): string {
  const type = typeNameOf(key)
  if (!['string', 'bool', 'int', 'uint'].includes(type))
    throw new CelError(`error during formatting: no formatting function for map key of type ${type}`)
  return literal(key)
}

/** Prints a value inside a list or a map, as a CEL literal. */
function literal(value: unknown): string {
  const type = typeNameOf(value)
  switch (type) {
    case 'string':
      return goQuote(String(value))
    case 'bytes':
      return `b${goQuote(textOf(value))}`
    case 'double':
      return doubleLiteral(Number(value))
    case 'google.protobuf.Duration':
      return `duration(${goQuote(textOf(value))})`
    case 'google.protobuf.Timestamp':
      return `timestamp(${goQuote(textOf(value))})`
    default:
      if (!VERBS['s']?.types.includes(type))
        throw new CelError(`error during formatting: no formatting function for ${type}`)
      return textOf(value)
  }
}

function doubleLiteral(value: number): string {
  if (Number.isFinite(value)) return `${Object.is(value, -0) ? '-' : ''}${value.toFixed(6)}`
  return Number.isNaN(value) ? '"NaN"' : value < 0 ? '"-Inf"' : '"+Inf"'
}

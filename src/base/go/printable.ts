import { givenAt } from '../json/as-given.js'
import { wordingNow } from '../errors/wording.js'
import { encodeJson, isObject } from '../json/json.js'
import { Float, isInt64 } from './numbers.js'

/** A value of a Go type that JSON has no values of, where a server has not noticed yet. */
export class GoValue {
  readonly type: string
  /** How Go prints it with `%v` and with `%#v`. */
  readonly plain: string
  readonly syntax: string
  constructor(type: string, plain: string, syntax: string) {
    this.type = type
    this.plain = plain
    this.syntax = syntax
  }
}

const SHORT: Record<string, string> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}

/**
 * Replaces what unicode.IsPrint excludes: all spaces but U+0020, control and unassigned characters. The sets of these
 * take V8 as long to read as a small module, and are seldom needed.
 */
const withPrintable = (text: string, printableOf: (character: string) => string): string =>
  text.replace(/\p{C}|\p{Zl}|\p{Zp}|(?! )\p{Zs}/gu, printableOf)

// Nearly all texts are: no other expression is as quick.
const ASCII = /^[ -~]*$/

/** Tells whether a text has only printable characters (unicode.IsPrint). */
export const isPrintable = (text: string): boolean => ASCII.test(text) || printable(text) === text

/** Returns a text without its unprintable characters (unicode.IsPrint). */
export const printable = (text: string): string => withPrintable(text, () => '')

// Most texts need no escapes, and most of those that do only these three.
const PLAIN = /^[ !#-[\]-~]*$/

/** Quotes a string as Go's strconv.Quote does. */
export function goQuote(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`
  const common = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
  return `"${ASCII.test(common) ? common : withPrintable(common, escapeOf)}"`
}

function escapeOf(c: string): string {
  const code = c.codePointAt(0) ?? 0
  const short = SHORT[c]
  if (short !== undefined) return short
  const [letter, digits] = code < 0x80 ? ['x', 2] : code > 0xffff ? ['U', 8] : ['u', 4]
  return `\\${letter}${code.toString(16).padStart(digits, '0')}`
}

/** A value whose Go rendering its validator supplies itself (`0x0`, `2024-01-01 00:00:00 +0000 UTC`). */
export class GoText {
  readonly text: string
  /** The value as JSON, where errors show that; without it the text is shown. */
  readonly json: (() => string) | undefined
  constructor(text: string, json?: () => string) {
    this.text = text
    this.json = json
  }
}

/**
 * Renders a value in a field error: strings quoted, scalars bare, lists and maps in Go syntax or, since v1.34, as JSON.
 */
export function goValue(value: unknown): string {
  if (value instanceof Float) return goFloat(value.value)
  if (typeof value === 'string') return goQuote(value)
  if (wordingNow().values === 'json' && typeof value === 'object') return jsonOf(value)
  if (value instanceof GoText) return value.text
  if (value === undefined || value === null) return wordingNow().values === 'json' ? 'null' : '"null"'
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return `[]string{${value.map(goQuote).join(', ')}}`
  if (typeof value === 'number') return goNumber(value)
  return typeof value === 'object' ? goSyntax(value) : String(value)
}

/** Prints a decoded JSON value as Go's json.Marshal does, with sorted keys. */
export const goJson = (value: unknown): string => encodeJson(sorted(value))

/** Returns a decoded JSON value with the members of its maps in the order of their names, as Go writes them. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value) || value instanceof Float) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  )
}

// A nil list, map or pointer.
const NIL = '(nil)'

/** Prints a value in a field error as JSON. */
export function jsonOf(value: unknown): string {
  if (!(value instanceof GoText)) return goJson(value)
  return value.json?.() ?? (value.text.endsWith(NIL) ? 'null' : value.text)
}

/** A struct whose members are in Go's order. */
export const inOwnOrder = (value: unknown): GoText => new GoText(goSyntax(value), () => encodeJson(value))

/** A text of a named type (`type Operator string`) or behind a pointer: quoted as any, or as the JSON that is shown. */
export const namedText = (text: string): GoText => new GoText(goQuote(text), () => goJson(text))

/** A text of type string itself, where most are of a named one. */
export const stringText = (text: string): GoText => new GoText(goQuote(text), () => goQuote(text))

/** A text of a type that prints itself: bare in Go, and quoted as JSON. */
export const ownText = (text: string): GoText => new GoText(text, () => goJson(text))

/** Prints an untyped decoded JSON value as Go's `%#v` does, with sorted keys. */
export function goSyntax(value: unknown): string {
  if (value === null || value === undefined) return 'interface {}(nil)'
  if (typeof value === 'string') return goQuote(value)
  if (typeof value === 'number') return goNumber(value)
  if (value instanceof Float) return goFloat(value.value)
  if (value instanceof GoValue) return value.syntax
  if (Array.isArray(value)) return `[]interface {}{${value.map((_, i) => goSyntax(givenAt(value, i))).join(', ')}}`
  if (!isObject(value)) return String(value)
  const members = Object.keys(value).sort()
  return `map[string]interface {}{${members.map((name) => `${goQuote(name)}:${goSyntax(givenAt(value, name))}`).join(', ')}}`
}

/** Prepares a value of a custom resource for a message: lists are of type []interface{}, even those of strings. */
export const untyped = (value: unknown): unknown => (Array.isArray(value) ? new GoText(goSyntax(value)) : value)

/**
 * Prints a decoded JSON value as Go's `%v` does (`map[a:1 b:[x y]]`), with sorted keys; `scalar` prints anything that
 * is neither a list nor a map.
 */
export function goMap(value: unknown, scalar: (value: unknown) => string = goScalar): string {
  if (Array.isArray(value)) return `[${value.map((item) => goMap(item, scalar)).join(' ')}]`
  if (value instanceof GoValue) return value.plain
  if (isObject(value) && !(value instanceof Float))
    return `map[${Object.keys(value)
      .sort()
      .map((k) => `${k}:${goMap(value[k], scalar)}`)
      .join(' ')}]`
  return scalar(value)
}

function goScalar(value: unknown): string {
  if (value === null || value === undefined) return '<nil>'
  if (value instanceof Float) return goFloat(value.value)
  return typeof value === 'number' ? goNumber(value) : String(value)
}

/** Prints a decoded JSON number as Go's `%v` does: as an int64 if it is one, else as a float64. */
const goNumber = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? String(value) : goFloat(value)

/** Prints a float as Go's `%v` does (strconv, format `g`). */
export function goFloat(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= -4 && power < 6) return String(value)
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

/** Returns the Go type of a decoded JSON value. */
export function goType(value: unknown): string {
  if (value === null || value === undefined) return '%!s(<nil>)'
  if (value instanceof Float) return 'float64'
  if (value instanceof GoValue) return value.type
  if (Array.isArray(value)) return '[]interface {}'
  if (isObject(value)) return 'map[string]interface {}'
  if (typeof value === 'number' || typeof value === 'bigint') return isInt64(value) ? 'int64' : 'float64'
  return typeof value === 'boolean' ? 'bool' : 'string'
}

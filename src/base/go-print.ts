import { isInt64 } from './int64.js'
import { isObject } from './json.js'

const SHORT: Record<string, string> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
}

/** Quotes a string as Go's strconv.Quote does. */
export function goQuote(text: string): string {
  let out = '"'
  for (const c of text) {
    const code = c.codePointAt(0)!
    if (SHORT[c]) out += SHORT[c]
    else if (code < 0x20 || code === 0x7f) out += `\\x${code.toString(16).padStart(2, '0')}`
    else if (code >= 0x80 && /\p{C}|\p{Zl}|\p{Zp}|(?! )\p{Zs}/u.test(c))
      out += code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
    else out += c
  }
  return out + '"'
}

/** A value whose Go rendering a validator gives itself (`0x0`, `2024-01-01 00:00:00 +0000 UTC`). */
export class GoText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * Renders a value inside a field error as a v1.33 server does: strings quoted, scalars bare, lists and maps in Go
 * syntax.
 */
export function goValue(value: unknown): string {
  if (value instanceof GoText) return value.text
  if (typeof value === 'string') return goQuote(value)
  if (value === undefined || value === null) return '"null"'
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return `[]string{${value.map(goQuote).join(', ')}}`
  return typeof value === 'object' ? goSyntax(value) : String(value)
}

/** A decoded JSON value of no declared type as Go's `%#v` prints it, keys sorted. */
export function goSyntax(value: unknown): string {
  if (value === null || value === undefined) return 'interface {}(nil)'
  if (typeof value === 'string') return goQuote(value)
  if (typeof value === 'number') return goNumber(value)
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`
  if (!isObject(value)) return String(value)
  const members = Object.keys(value).sort()
  return `map[string]interface {}{${members.map((name) => `${goQuote(name)}:${goSyntax(value[name])}`).join(', ')}}`
}

/** A value of a custom resource for a message: a list of texts is no list of strings there. */
export const untyped = (value: unknown): unknown => (Array.isArray(value) ? new GoText(goSyntax(value)) : value)

/**
 * Prints a decoded JSON value as Go's `%v` prints it (`map[a:1 b:[x y]]`), keys sorted; `scalar` prints what is neither
 * a list nor a map.
 */
export function goMap(value: unknown, scalar: (value: unknown) => string = goScalar): string {
  if (Array.isArray(value)) return `[${value.map((item) => goMap(item, scalar)).join(' ')}]`
  if (isObject(value))
    return `map[${Object.keys(value)
      .sort()
      .map((k) => `${k}:${goMap(value[k], scalar)}`)
      .join(' ')}]`
  return scalar(value)
}

function goScalar(value: unknown): string {
  if (value === null || value === undefined) return '<nil>'
  return typeof value === 'number' ? goNumber(value) : String(value)
}

/** A decoded JSON number as Go's `%v` prints it: an int64, or else a float64. */
const goNumber = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? String(value) : goFloat(value)

/** A float as Go's `%v` prints it. */
export function goFloat(value: number): string {
  const exponent = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)))
  if (exponent >= -4 && exponent < 6) return String(value)
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
}

/** The Go type a decoded JSON value has. */
export function goType(value: unknown): string {
  if (value === null || value === undefined) return '%!s(<nil>)'
  if (Array.isArray(value)) return '[]interface {}'
  if (isObject(value)) return 'map[string]interface {}'
  if (typeof value === 'number' || typeof value === 'bigint') return isInt64(value) ? 'int64' : 'float64'
  return typeof value === 'boolean' ? 'bool' : 'string'
}

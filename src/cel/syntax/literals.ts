import { parseInt64 } from '../../base/go/int64.js'
import { uintFault } from '../../base/text/query-values.js'
import { CelError } from '../run/cel-error.js'
import { CONVERSIONS } from '../functions/conversions.js'
import { Uint } from '../run/uint.js'

/** The value of a literal, or its error (cel-go: parser.VisitInt and the like). */
export type Literal = { readonly value: unknown } | { readonly fault: string }

/** Reads a literal; `text` is that of its token, with a sign if there is one. */
export function literalOf(type: string, text: string): Literal {
  switch (type) {
    case 'NUM_INT':
      return valid(integerOf(text), 'invalid int literal')
    case 'NUM_UINT':
      return valid(unsignedOf(text.slice(0, -1)), 'invalid uint literal')
    case 'NUM_FLOAT':
      return valid(doubleOf(text), 'invalid double literal')
    case 'STRING':
      return unescaped(text, false)
    case 'BYTES':
      return unescaped(text.slice(1), true)
    default:
      return { value: text === 'null' ? null : text === 'true' }
  }
}

const valid = (value: unknown, fault: string): Literal => (value === undefined ? { fault } : { value })

function integerOf(text: string): bigint | undefined {
  const [, sign = '', digits] = /^(-?)0x(.*)$/.exec(text) ?? []
  if (digits === undefined) return parseInt64(text)
  const value = BigInt(`0x${digits}`)
  return parseInt64(`${sign}${value}`)
}

function unsignedOf(text: string): Uint | undefined {
  const digits = text.startsWith('0x') ? String(BigInt(text)) : text
  return uintFault(digits) === undefined ? new Uint(BigInt(digits)) : undefined
}

function doubleOf(text: string): unknown {
  try {
    return CONVERSIONS['double']?.(text)
  } catch (error) {
    if (!(error instanceof CelError)) throw error
    return undefined
  }
}

const SIMPLE: { readonly [char: string]: string } = {
  ...{ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  ...{ '\\': '\\', "'": "'", '"': '"', '`': '`', '?': '?' },
}
const LENGTHS: { readonly [char: string]: number } = { x: 2, X: 2, u: 4, U: 8 }

/** Reads a quoted text (cel-go: parser.unescape). */
function unescaped(quoted: string, isBytes: boolean): Literal {
  const isRaw = /^[rR]/.test(quoted)
  const all = (isRaw ? quoted.slice(1) : quoted).replace(/\r\n?/g, '\n')
  const mark = /^(?:"""|''')/.test(all) ? 3 : 1
  const text = all.slice(mark, -mark)
  const parts: (string | number)[] = []
  for (let at = 0; at < text.length;) {
    const next = isRaw ? -1 : text.indexOf('\\', at)
    parts.push(text.slice(at, next < 0 ? undefined : next))
    if (next < 0) break
    const char = text[next + 1] ?? ''
    const simple = SIMPLE[char]
    const hex = LENGTHS[char]
    const length = simple !== undefined ? 2 : hex === undefined ? 4 : 2 + hex
    const part = simple ?? codeOf(text.slice(next, next + length), isBytes)
    if (typeof part === 'object') return part
    parts.push(part)
    at = next + length
  }
  return isBytes ? { value: bytesOf(parts) } : { value: parts.map(textOf).join('') }
}

/** Returns the code of an escape sequence. */
function codeOf(escape: string, isBytes: boolean): number | { readonly fault: string } {
  const isOctal = /^\\\d/.test(escape)
  if (isBytes && /^\\u/i.test(escape)) return { fault: 'unable to unescape string' }
  const code = Number.parseInt(escape.slice(isOctal ? 1 : 2), isOctal ? 8 : 16)
  return isBytes || (code <= 0x10ffff && (code & ~0x7ff) !== 0xd800) ? code : { fault: 'invalid unicode code point' }
}

const textOf = (part: string | number): string => (typeof part === 'string' ? part : String.fromCodePoint(part))

const encoder = new TextEncoder()

function bytesOf(parts: readonly (string | number)[]): Uint8Array {
  const found = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : Uint8Array.of(part)))
  const all = new Uint8Array(found.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (const bytes of found) {
    all.set(bytes, at)
    at += bytes.length
  }
  return all
}

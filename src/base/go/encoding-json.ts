import { MAX_JSON_DEPTH } from '../json/json-depth.js'

/** Returns what Go's encoding/json calls the type of a parsed value other than null. */
export const jsonKind = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value

/**
 * Returns the error of Go's encoding/json for bytes that are not valid JSON nor necessarily UTF-8. Only called for
 * invalid JSON.
 */
export function goJsonErrorOf(bytes: Uint8Array): string {
  const scanner = new Scanner(bytes)
  try {
    scanner.value()
    scanner.space()
    if (!scanner.done()) scanner.fail('after top-level value')
  } catch (error) {
    if (error instanceof SyntaxProblem) return error.message
    throw error
  }
  return 'unexpected end of JSON input'
}

class SyntaxProblem extends Error {}

const code = (character: string): number => character.charCodeAt(0)
const [QUOTE, BACKSLASH, COLON, COMMA, MINUS, PLUS, POINT, ZERO] = [...'"\\:,-+.0'].map(code)
const SPACE = 0x20
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [...'[]{}'].map(code)
const ESCAPED: ReadonlySet<number | undefined> = new Set([...'"\\/bfnrt'].map(code))
const LITERALS: ReadonlyMap<number | undefined, string> = new Map(
  ['true', 'false', 'null'].map((word) => [code(word), word]),
)

const isSpace = (c: number | undefined): boolean => c === SPACE || c === 0x0a || c === 0x0d || c === 0x09
const isDigit = (c: number | undefined): boolean => c !== undefined && c >= 0x30 && c <= 0x39
const isHexDigit = (c: number | undefined): boolean =>
  isDigit(c) || (c !== undefined && (c | 0x20) >= 0x61 && (c | 0x20) <= 0x66)

// A recursive-descent scanner with the error texts of Go's scanner states; it builds no value.
class Scanner {
  #at = 0
  #depth = 0
  readonly #bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }
  done(): boolean {
    return this.#at >= this.#bytes.length
  }
  space(): void {
    while (isSpace(this.#bytes[this.#at])) this.#at++
  }
  fail(where: string): never {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw new SyntaxProblem('unexpected end of JSON input')
    throw new SyntaxProblem(`invalid character ${quoteByte(byte)} ${where}`)
  }
  // At the end of the text the scanner takes a space, which is an error inside a word, a number or an escape.
  failInside(where: string): never {
    throw new SyntaxProblem(`invalid character ${quoteByte(this.#bytes[this.#at] ?? SPACE)} ${where}`)
  }
  value(where = 'looking for beginning of value'): void {
    this.space()
    const c = this.#bytes[this.#at]
    if (c === BRACE || c === BRACKET) {
      if (++this.#depth > MAX_JSON_DEPTH) this.fail('exceeded max depth')
      if (c === BRACE) this.object()
      else this.array()
      this.#depth--
      return
    }
    if (c === QUOTE) return this.string()
    const word = LITERALS.get(c)
    if (word !== undefined) return this.literal(word)
    if (c === MINUS || isDigit(c)) return this.number()
    this.fail(where)
  }
  object(): void {
    this.#at++
    this.space()
    if (this.#take(BRACE_END)) return
    for (;;) {
      this.space()
      if (this.#bytes[this.#at] !== QUOTE) this.fail('looking for beginning of object key string')
      this.string()
      this.space()
      if (!this.#take(COLON)) this.fail('after object key')
      this.value()
      this.space()
      if (this.#take(BRACE_END)) return
      if (!this.#take(COMMA)) this.fail('after object key:value pair')
    }
  }
  array(): void {
    this.#at++
    this.space()
    if (this.#take(BRACKET_END)) return
    for (;;) {
      this.value()
      this.space()
      if (this.#take(BRACKET_END)) return
      if (!this.#take(COMMA)) this.fail('after array element')
    }
  }
  string(): void {
    this.#at++
    for (;;) {
      const c = this.#bytes[this.#at]
      if (c === undefined) this.fail('')
      if (c === QUOTE) return void this.#at++
      if (c < 0x20) this.fail('in string literal')
      this.#at++
      if (c === BACKSLASH) this.#escape()
    }
  }
  #escape(): void {
    const escaped = this.#bytes[this.#at]
    if (escaped === code('u')) {
      this.#at++
      for (let i = 0; i < 4; i++) {
        if (!isHexDigit(this.#bytes[this.#at])) this.failInside('in \\u hexadecimal character escape')
        this.#at++
      }
    } else if (ESCAPED.has(escaped)) this.#at++
    else this.failInside('in string escape code')
  }
  literal(word: string): void {
    for (const expected of word) {
      if (this.#bytes[this.#at] !== code(expected)) this.failInside(`in literal ${word} (expecting '${expected}')`)
      this.#at++
    }
  }
  number(): void {
    if (this.#take(MINUS) && !isDigit(this.#bytes[this.#at])) this.failInside('in numeric literal')
    if (!this.#take(ZERO)) this.#digits()
    if (this.#take(POINT)) {
      if (!isDigit(this.#bytes[this.#at])) this.failInside('after decimal point in numeric literal')
      this.#digits()
    }
    if (this.#take(code('e')) || this.#take(code('E'))) {
      if (!this.#take(PLUS)) this.#take(MINUS)
      if (!isDigit(this.#bytes[this.#at])) this.failInside('in exponent of numeric literal')
      this.#digits()
    }
  }
  #take(c: number | undefined): boolean {
    if (this.#bytes[this.#at] !== c) return false
    this.#at++
    return true
  }
  #digits(): void {
    while (isDigit(this.#bytes[this.#at])) this.#at++
  }
}

const SHORT: { readonly [c: string]: string } = {
  "'": "\\'",
  '"': '"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
  '\x07': '\\a',
}

// Quotes a byte as the character with its code.
function quoteByte(byte: number): string {
  const c = String.fromCharCode(byte)
  if (SHORT[c]) return `'${SHORT[c]}'`
  if (byte < 0x20 || byte === 0x7f) return `'\\x${byte.toString(16).padStart(2, '0')}'`
  const isPrintable = byte < 0x7f || (byte >= 0xa1 && byte !== 0xad)
  return isPrintable ? `'${c}'` : `'\\u${byte.toString(16).padStart(4, '0')}'`
}

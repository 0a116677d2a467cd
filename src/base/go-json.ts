import { MAX_JSON_DEPTH } from './json-depth.js'

/** The word Go's encoding/json has for the type of a parsed value that is not null. */
export const jsonKind = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value

/** What Go's encoding/json says of bytes that are not JSON, and need not be UTF-8. Only called for those. */
export function goJsonErrorOf(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE) pieces.push(String.fromCharCode(...bytes.subarray(at, at + PIECE)))
  const text = pieces.join('')
  const scanner = new Scanner(text)
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

// As many arguments as a call takes everywhere.
const PIECE = 8192

class SyntaxProblem extends Error {}

// A recursive-descent reader with the wording of Go's scanner states; it builds nothing. Each character is a byte.
class Scanner {
  #at = 0
  #depth = 0
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  done(): boolean {
    return this.#at >= this.#text.length
  }
  space(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? '')) this.#at++
  }
  fail(where: string): never {
    if (this.done()) throw new SyntaxProblem('unexpected end of JSON input')
    throw new SyntaxProblem(`invalid character ${quoteByte(this.#text, this.#at)} ${where}`)
  }
  value(where = 'looking for beginning of value'): void {
    this.space()
    const c = this.#text[this.#at]
    if (c === '{' || c === '[') {
      if (++this.#depth > MAX_JSON_DEPTH) this.fail('exceeded max depth')
      if (c === '{') this.object()
      else this.array()
      this.#depth--
      return
    }
    if (c === '"') return this.string()
    if (c === 't') return this.literal('true')
    if (c === 'f') return this.literal('false')
    if (c === 'n') return this.literal('null')
    if (c !== undefined && /[-0-9]/.test(c)) return this.number()
    this.fail(where)
  }
  object(): void {
    this.#at++
    this.space()
    if (this.#take('}')) return
    for (;;) {
      this.space()
      if (this.#text[this.#at] !== '"') this.fail('looking for beginning of object key string')
      this.string()
      this.space()
      if (!this.#take(':')) this.fail('after object key')
      this.value()
      this.space()
      if (this.#take('}')) return
      if (!this.#take(',')) this.fail('after object key:value pair')
    }
  }
  array(): void {
    this.#at++
    this.space()
    if (this.#take(']')) return
    for (;;) {
      this.value()
      this.space()
      if (this.#take(']')) return
      if (!this.#take(',')) this.fail('after array element')
    }
  }
  string(): void {
    this.#at++
    for (;;) {
      const c = this.#text[this.#at]
      if (c === undefined) this.fail('')
      if (c === '"') return void this.#at++
      if (c < ' ') this.fail('in string literal')
      this.#at++
      if (c !== '\\') continue
      const escaped = this.#text[this.#at]
      if (escaped === 'u') {
        this.#at++
        for (let i = 0; i < 4; i++) {
          if (!/[0-9a-fA-F]/.test(this.#text[this.#at] ?? '')) this.fail('in \\u hexadecimal character escape')
          this.#at++
        }
      } else if (escaped !== undefined && '"\\/bfnrt'.includes(escaped)) this.#at++
      else this.fail('in string escape code')
    }
  }
  literal(word: string): void {
    for (let i = 0; i < word.length; i++) {
      if (this.#text[this.#at] !== word[i]) this.fail(`in literal ${word} (expecting '${word[i]}')`)
      this.#at++
    }
  }
  number(): void {
    if (this.#take('-') && !this.#digit()) this.fail('in numeric literal')
    if (!this.#take('0')) this.#digits()
    if (this.#take('.')) {
      if (!this.#digit()) this.fail('after decimal point in numeric literal')
      this.#digits()
    }
    if (this.#take('e') || this.#take('E')) {
      if (!this.#take('+')) this.#take('-')
      if (!this.#digit()) this.fail('in exponent of numeric literal')
      this.#digits()
    }
  }
  #take(c: string): boolean {
    if (this.#text[this.#at] !== c) return false
    this.#at++
    return true
  }
  #digit(): boolean {
    return /[0-9]/.test(this.#text[this.#at] ?? '')
  }
  #digits(): void {
    while (this.#digit()) this.#at++
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

// A byte is quoted as the character of its number.
function quoteByte(text: string, at: number): string {
  const c = text.charAt(at)
  const code = c.charCodeAt(0)
  if (SHORT[c]) return `'${SHORT[c]}'`
  if (code < 0x20 || code === 0x7f) return `'\\x${code.toString(16).padStart(2, '0')}'`
  const isPrintable = code < 0x7f || (code >= 0xa1 && code !== 0xad)
  return isPrintable ? `'${c}'` : `'\\u${code.toString(16).padStart(4, '0')}'`
}

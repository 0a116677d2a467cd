import { append } from '../lists/lists.js'
import { parseInt64 } from '../go/numbers.js'
import { mustHave } from '../must-have.js'
import { trim } from '../text/trim.js'

/**
 * A node of a JSONPath (client-go: util/jsonpath). Of a `list`, each node maps the values that the one before it found.
 */
export type PathNode =
  | { readonly type: 'list'; readonly nodes: readonly PathNode[] }
  | { readonly type: 'union'; readonly lists: readonly PathNode[] }
  | { readonly type: 'field'; readonly name: string }
  | Slice
  | { readonly type: 'filter'; readonly left: PathNode; readonly operator?: string; readonly right: PathNode }
  | { readonly type: 'literal'; readonly value: string | number | bigint | boolean | Float }
  | { readonly type: 'identifier' }
  | { readonly type: 'wildcard' | 'descent' }

/** Items of a list. The end of an index (`[2]`) is derived from its start. */
type Slice = {
  readonly type: 'slice'
  readonly start: number | undefined
  readonly end: number | undefined
  readonly step: number | undefined
  readonly isIndex: boolean
}

/** A number that was written with a point: it is never equal to an integer. */
export class Float {
  readonly value: number
  constructor(value: number) {
    this.value = value
  }
}

/** Thrown for a text that is not a JSONPath. */
class JsonPathError extends Error {}

/** Parses a template: text, and paths in braces. Undefined if it is not one. */
export function parseTemplate(text: string): readonly PathNode[] | undefined {
  try {
    return new Parser(text).template()
  } catch (error) {
    if (error instanceof JsonPathError) return undefined
    throw error
  }
}

/** Parses a part of a path; what follows a brace in it is ignored. */
const parsePart = (text: string): PathNode => mustHave(new Parser(`{${text}}`).template()[0], 'the list in braces')

const TERMINATOR = /[ \t\r\n.,[\]$@{}]/
const LETTER = /[\p{L}\p{Nd}_]/u
const DIGIT = /\p{Nd}/u
const SLICE = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/
const COMPARISON = /^([^!<>=]+)([!<>=]+)([^\n]+)$/

class Parser {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  template(): readonly PathNode[] {
    const nodes: PathNode[] = []
    while (this.#at < this.#text.length) {
      const open = this.#text.indexOf('{', this.#at)
      const end = open < 0 ? this.#text.length : open
      if (end > this.#at) nodes.push({ type: 'literal', value: this.#text.slice(this.#at, end) })
      this.#at = end + 1
      if (open >= 0) nodes.push(this.#list())
    }
    return nodes
  }

  #list(): PathNode {
    const nodes: PathNode[] = []
    for (;;) {
      if (this.#take('}')) return { type: 'list', nodes }
      if (this.#take('[?(')) nodes.push(this.#filter())
      else if (this.#take('..')) {
        if (nodes.at(-1)?.type === 'descent') throw new JsonPathError('invalid multiple recursive descent')
        nodes.push({ type: 'descent' })
        if (LETTER.test(this.#peek())) nodes.push(this.#field())
      } else append(nodes, this.#next())
    }
  }

  #next(): readonly PathNode[] {
    const first = this.#peek()
    if (first === '' || first === '\n' || first === '\r') throw new JsonPathError('unclosed action')
    if (DIGIT.test(first) || first === '+' || first === '-') return [this.#number()]
    if (LETTER.test(first)) return [this.#identifier()]
    this.#at += first.length
    // The current object.
    if (first === ' ' || first === '@' || first === '$') return []
    if (first === '[') return this.#brackets()
    if (first === '.') return [this.#field()]
    if (first === '"' || first === "'") return [this.#quoted(first)]
    throw new JsonPathError('unrecognized character in action')
  }

  #field(): PathNode {
    const name = this.#word()
    return name === '*' ? { type: 'wildcard' } : { type: 'field', name: name.replaceAll('\\', '') }
  }

  #identifier(): PathNode {
    const start = this.#at
    while (this.#at < this.#text.length && !TERMINATOR.test(this.#text[this.#at] ?? '')) this.#at++
    const word = this.#text.slice(start, this.#at)
    return word === 'true' || word === 'false' ? { type: 'literal', value: word === 'true' } : { type: 'identifier' }
  }

  #number(): PathNode {
    const [text = ''] = /^[+-]?[\p{Nd}.]*/u.exec(this.#text.slice(this.#at)) ?? []
    this.#at += text.length
    const value = parseInt64(text)
    if (value !== undefined) return { type: 'literal', value }
    if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) throw new JsonPathError(`cannot parse number ${text}`)
    return { type: 'literal', value: new Float(Number(text)) }
  }

  #brackets(): readonly PathNode[] {
    const end = this.#text.indexOf(']', this.#at)
    const text = this.#text.slice(this.#at, end)
    if (end < 0 || text.includes('\n')) throw new JsonPathError('unterminated array')
    this.#at = end + 1
    const parts = text.split(',')
    if (parts.length > 1) return [{ type: 'union', lists: parts.map((part) => parsePart(`[${trim(part, ' ')}]`)) }]
    const [, key] = /^'([^']*)'$/.exec(text) ?? []
    if (key === undefined) return [sliceOf(text === '*' ? ':' : text)]
    // A quoted key is a path of its own: a dot in it has to be escaped.
    const list = parsePart(`.${key}`)
    return list.type === 'list' ? list.nodes : [list]
  }

  /** Reads a filter up to its bracket: parentheses inside the first quotes do not end it. */
  #filter(): PathNode {
    const start = this.#at
    let quote: string | undefined
    let isClosed = false
    for (;;) {
      const c = this.#text[this.#at++]
      if (c === undefined || c === '\n') throw new JsonPathError('unterminated filter')
      if (c === ')' && (quote === undefined || isClosed)) break
      if (c !== '"' && c !== "'") continue
      if (quote === undefined) quote = c
      else if (c === quote && this.#text[this.#at - 2] !== '\\') isClosed = true
    }
    const text = this.#text.slice(start, this.#at - 1)
    if (!this.#take(']')) throw new JsonPathError('unclosed array expect ]')
    const [, left, operator, right] = COMPARISON.exec(text) ?? []
    return left === undefined || operator === undefined || right === undefined
      ? { type: 'filter', left: parsePart(text), right: { type: 'list', nodes: [] } }
      : { type: 'filter', left: parsePart(left), operator, right: parsePart(right) }
  }

  #quoted(quote: string): PathNode {
    const start = this.#at
    for (;;) {
      const c = this.#text[this.#at++]
      if (c === undefined || c === '\n') throw new JsonPathError('unterminated quoted string')
      if (c === quote && this.#text[this.#at - 2] !== '\\') break
    }
    return { type: 'literal', value: unquoted(this.#text.slice(start, this.#at - 1), quote) }
  }

  /** Reads up to what ends a name; what follows a backslash does not. */
  #word(): string {
    const start = this.#at
    while (this.#at < this.#text.length && !TERMINATOR.test(this.#text[this.#at] ?? ''))
      this.#at += this.#text[this.#at] === '\\' ? 2 : 1
    this.#at = Math.min(this.#at, this.#text.length)
    return this.#text.slice(start, this.#at)
  }

  #peek(): string {
    const code = this.#text.codePointAt(this.#at)
    return code === undefined ? '' : String.fromCodePoint(code)
  }

  #take(prefix: string): boolean {
    const found = this.#text.startsWith(prefix, this.#at)
    if (found) this.#at += prefix.length
    return found
  }
}

function sliceOf(text: string): PathNode {
  const [, first, second, third] = SLICE.exec(text) ?? []
  if (first === undefined) throw new JsonPathError(`invalid array index ${text}`)
  const start = boundOf(first)
  const isIndex = second === undefined
  return {
    type: 'slice',
    start,
    end: isIndex ? (start ?? 0) + 1 : boundOf(second.slice(1)),
    step: third === undefined ? undefined : boundOf(third.slice(1)),
    isIndex,
  }
}

function boundOf(text: string): number | undefined {
  if (text === '') return undefined
  const bound = Number(text)
  if (Number.isNaN(bound) || Math.abs(bound) >= 2 ** 63) throw new JsonPathError(`array index ${text} is not a number`)
  return bound
}

const ESCAPE = /\\(?:([abfnrtv\\])|(['"])|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3}))|\\|['"]/g
const CONTROLS: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Reads the escapes of a text inside quotes (strconv.UnquoteChar). */
function unquoted(text: string, quote: string): string {
  return text.replace(ESCAPE, (all, control, quoted, byte, short, long, octal) => {
    if (control !== undefined) return CONTROLS[control] ?? '\\'
    // The other quote stands for itself, and needs no backslash.
    if (all.length === 1 && all !== '\\' && all !== quote) return all
    if (quoted === quote) return quote
    const code = parseInt(byte ?? short ?? long ?? octal, octal === undefined ? 16 : 8)
    const isSurrogate = code >= 0xd800 && code < 0xe000
    if (Number.isNaN(code) || code > 0x10ffff || isSurrogate || (octal !== undefined && code > 255))
      throw new JsonPathError('unquote string: invalid syntax')
    return String.fromCodePoint(code)
  })
}

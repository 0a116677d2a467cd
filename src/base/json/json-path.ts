import { append } from '../lists/lists.js'
import { isInt64, parseInt64 } from '../go/numbers.js'
import { compareBytes, isObject } from './json.js'
import { mustHave } from '../must-have.js'
import { trim } from '../text/trim.js'

/** A parsed JSONPath. */
export type JsonPath = readonly PathNode[]

/** Parses a JSONPath (`.spec.x`, `.list[-1]`, `.conditions[?(@.type=="Ready")].status`); undefined if it is none. */
export const parseJsonPath = (path: string): JsonPath | undefined => parseTemplate(`{${path}}`)

/**
 * Returns the first value that a path selects, as client-go's JSONPath with missing keys allowed does; undefined if it
 * selects none or fails.
 */
export function firstOfJsonPath(path: JsonPath, value: unknown): { readonly value: unknown } | undefined {
  const walk = new Walk()
  const found = path.map((node) => walk.follow([value], node))
  const [values] = found
  if (!values || values.values.length === 0 || found.some(({ fails }) => fails)) return undefined
  const [first] = values.values
  return { value: first instanceof Float ? first.value : first instanceof Byte ? first.text : first }
}

/** The values that a node selects. Where it fails, those that it was given. */
type Found = { readonly values: readonly unknown[]; readonly fails?: true }

// Descents after one another select the same parts again and again.
const MOST_VALUES = 100_000

const fails = (values: readonly unknown[]): Found => ({ values, fails: true })

/** A byte of a text, which a wildcard selects: it prints as a number, but is no integer. */
class Byte {
  readonly text: string
  constructor(code: number) {
    this.text = String(code)
  }
}

class Walk {
  #seen = 0

  follow(input: readonly unknown[], node: PathNode): Found {
    this.#seen += input.length
    if (this.#seen > MOST_VALUES) return fails(input)
    switch (node.type) {
      case 'list':
        return this.#list(input, node.nodes)
      case 'union':
        return this.#union(input, node.lists)
      case 'field':
        return { values: input.flatMap((value) => memberOf(value, node.name)) }
      case 'wildcard':
        return this.#wildcard(input)
      case 'descent':
        return this.#descent(input)
      case 'slice':
        return slices(input, node)
      case 'filter':
        return this.#filter(input, node)
      case 'literal':
        return { values: typeof node.value === 'string' ? [node.value] : input.map(() => node.value) }
      default:
        return fails(input)
    }
  }

  #list(input: readonly unknown[], nodes: readonly PathNode[]): Found {
    let found: Found = { values: input }
    for (const node of nodes) {
      found = this.follow(found.values, node)
      if (found.fails) break
    }
    return found
  }

  #union(input: readonly unknown[], lists: readonly PathNode[]): Found {
    const all = lists.map((list) => this.follow(input, list))
    return all.some((found) => found.fails) ? fails(input) : { values: all.flatMap(({ values }) => values) }
  }

  #wildcard(input: readonly unknown[]): Found {
    const values: unknown[] = []
    for (const value of input) {
      const parts = partsOf(typeof value === 'string' ? value.slice(0, MOST_VALUES) : value)
      this.#seen += parts.length
      if (this.#seen > MOST_VALUES) return fails(input)
      append(values, parts)
    }
    return { values }
  }

  #descent(input: readonly unknown[]): Found {
    const values: unknown[] = []
    const visit = (value: unknown): void => {
      const parts = typeof value === 'string' ? [] : partsOf(value)
      if ((parts.length === 0 && (typeof value !== 'string' || value === '')) || ++this.#seen > MOST_VALUES) return
      values.push(value)
      parts.forEach(visit)
    }
    input.forEach(visit)
    return this.#seen > MOST_VALUES ? fails(input) : { values }
  }

  #filter(input: readonly unknown[], { left, operator, right }: PathNode & { readonly type: 'filter' }): Found {
    const values: unknown[] = []
    for (const list of input) {
      if (!Array.isArray(list)) return fails(input)
      const items: readonly unknown[] = list
      for (const item of items) {
        const lefts = this.follow([item], left)
        // Whether something exists is told by what was found, even by a path that fails.
        if (operator === undefined) {
          if (lefts.values.length > 0) values.push(item)
          continue
        }
        if (lefts.fails || lefts.values.length > 1) return fails(input)
        if (lefts.values.length === 0) continue
        const rights = this.follow([item], right)
        if (rights.fails || rights.values.length > 1) return fails(input)
        if (rights.values.length === 0) continue
        const passes = compare(lefts.values[0], operator, rights.values[0])
        if (passes === undefined) return fails(values)
        if (passes) values.push(item)
      }
    }
    return { values }
  }
}

const memberOf = (value: unknown, name: string): readonly unknown[] =>
  isObject(value) && Object.hasOwn(value, name) ? [value[name]] : []

/** Returns the parts of a value; those of a map, which are in no order, sorted by name. */
function partsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return Array.from(new TextEncoder().encode(value), (code) => new Byte(code))
  if (!isObject(value)) return []
  return Object.keys(value)
    .sort(compareBytes)
    .map((name) => value[name])
}

function slices(input: readonly unknown[], node: PathNode & { readonly type: 'slice' }): Found {
  const values: unknown[] = []
  for (const list of input) {
    if (list === null) continue
    if (!Array.isArray(list)) return fails(input)
    const { length } = list
    const start = fromEnd(node.start ?? 0, length)
    const end = node.end === undefined ? length : node.isIndex && node.end === 0 ? length : fromEnd(node.end, length)
    if (start === end) return { values }
    if (start < 0 || start >= length || end < 0 || end > length || start > end) return fails(input)
    const { step = 1 } = node
    if (step <= 0) return fails(input)
    for (let i = start; i < end; i += step) values.push(list[i])
  }
  return { values }
}

const fromEnd = (bound: number, length: number): number => (bound < 0 ? bound + length : bound)

type Scalar = { readonly kind: string; readonly value: string | number | bigint | boolean }

/** Compares two values; undefined if they cannot be: only values of one kind can, and integers are no floats. */
function compare(left: unknown, operator: string, right: unknown): boolean | undefined {
  const [a, b] = [scalarOf(left), scalarOf(right)]
  if (!a || !b || a.kind !== b.kind) return undefined
  if (operator === '==') return a.value === b.value
  if (operator === '!=') return a.value !== b.value
  if (a.kind === 'boolean') return undefined
  const order =
    typeof a.value === 'string' && typeof b.value === 'string'
      ? compareBytes(a.value, b.value)
      : Number(a.value > b.value) - Number(a.value < b.value)
  return ORDERS[operator]?.(order)
}

const ORDERS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

function scalarOf(value: unknown): Scalar | undefined {
  if (value instanceof Float) return { kind: 'float', value: value.value }
  if (typeof value === 'string' || typeof value === 'boolean') return { kind: typeof value, value }
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined
  return isInt64(value) ? { kind: 'int', value: BigInt(value) } : { kind: 'float', value: Number(value) }
}

/**
 * A node of a JSONPath (client-go: util/jsonpath). Of a `list`, each node maps the values that the one before it found.
 */
type PathNode =
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
function parseTemplate(text: string): readonly PathNode[] | undefined {
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
// Read when they are needed: V8 takes as long for sets of characters as for a small module.
const isLetter = (character: string): boolean => /[\p{L}\p{Nd}_]/u.test(character)
const isDigit = (character: string): boolean => /\p{Nd}/u.test(character)
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
        if (isLetter(this.#peek())) nodes.push(this.#field())
      } else append(nodes, this.#next())
    }
  }

  #next(): readonly PathNode[] {
    const first = this.#peek()
    if (first === '' || first === '\n' || first === '\r') throw new JsonPathError('unclosed action')
    if (isDigit(first) || first === '+' || first === '-') return [this.#number()]
    if (isLetter(first)) return [this.#identifier()]
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

import { parseInt64 } from '../../base/go/numbers.js'
import { uintFault } from '../../base/text/query-values.js'
import { CONVERSIONS } from '../functions/conversions.js'
import { CelError } from '../run/cel-error.js'
import { Uint } from '../run/value.js'
import { DYN } from '../types/type.js'
import { type Entry, type Expr, type Field, call, constant, ident, list, map, methodCall } from './expression.js'
import { RESERVED } from './keywords.js'
import { PLAIN_SYNTAX, type Syntax, copied, expandMacro, isFault } from './macros.js'
import { type Deep, Limits, PARTS_OF_MACRO, balanced } from './parser-limits.js'
import { NotParsed, TokenReader } from './token-reader.js'
import { type PlacedFault, type Token, tokensOf } from './tokens.js'

/** The value of a literal, or its error (cel-go: parser.VisitInt and the like). */
type Literal = { readonly value: unknown } | { readonly fault: string }

/** Reads a literal; `text` is that of its token, with a sign if there is one. */
function literalOf(type: string, text: string): Literal {
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

/** Parses an expression and expands its macros. Throws NotParsed or OverLimit. */
export function parseExpression(
  expression: string,
  syntax = PLAIN_SYNTAX,
): { readonly root: Expr; readonly faults: readonly PlacedFault[] } {
  const { tokens, faults } = tokensOf(expression)
  const [broken] = faults
  if (broken) throw new NotParsed(broken)
  const parser = new Parser(tokens, syntax)
  const root = parser.parse()
  return { root, faults: parser.faults }
}

const LITERALS: ReadonlySet<string> = new Set([
  ...['true', 'false', 'null', 'NUM_FLOAT', 'NUM_INT', 'NUM_UINT', 'STRING', 'BYTES'],
])
const RELATIONS: ReadonlySet<string> = new Set(['<', '<=', '>=', '>', '==', '!=', 'in'])
const SUMS: ReadonlySet<string> = new Set(['+', '-'])
const PRODUCTS: ReadonlySet<string> = new Set(['*', '/', '%'])

class Parser extends TokenReader {
  readonly faults: PlacedFault[] = []
  readonly #limits = new Limits()
  readonly #syntax: Syntax

  constructor(tokens: ConstructorParameters<typeof TokenReader>[0], syntax: Syntax) {
    super(tokens)
    this.#syntax = syntax
  }

  parse(): Expr {
    const { expr } = this.#expr()
    this.expect('<EOF>')
    return expr
  }

  #wrong(text: string, at: number): Deep {
    this.faults.push({ text, at })
    return this.#limits.level({ is: 'wrong', at, type: DYN })
  }

  #expr(): Deep {
    return this.#limits.enter('expr', () => {
      const condition = this.#logical('||')
      const mark = this.skip('?')
      if (!mark) return condition
      const first = this.#logical('||')
      this.expect(':')
      const second = this.#expr()
      const choice = call(mark.at, '_?_:_', condition.expr, first.expr, second.expr)
      return this.#limits.deeper(choice, [condition, first, second])
    })
  }

  #logical(operator: '||' | '&&'): Deep {
    const operand = () =>
      operator === '||' ? this.#logical('&&') : this.#limits.enter('relation', () => this.#relation())
    const terms = [operand()]
    const places: number[] = []
    for (let mark = this.skip(operator); mark; mark = this.skip(operator)) {
      places.push(mark.at)
      terms.push(operand())
    }
    const [only] = terms
    if (places.length === 0 && only) return only
    return this.#limits.level(balanced(`_${operator}_`, terms, places), terms)
  }

  #relation(): Deep {
    let left = this.#calc(1)
    while (RELATIONS.has(this.ahead().type)) {
      const { type, at } = this.take()
      const right = this.#limits.enter('relation', () => this.#calc(1))
      left = this.#limits.deeper(call(at, type === 'in' ? '@in' : `_${type}_`, left.expr, right.expr), [left, right])
    }
    return left
  }

  /** Parses sums, or products only with a level of 2, or a single operand. */
  #calc(level: number): Deep {
    return this.#limits.enter('calc', () => {
      let left = this.#unary()
      for (;;) {
        const { type, at } = this.ahead()
        const own = PRODUCTS.has(type) ? 2 : SUMS.has(type) ? 1 : 0
        if (own < level || own === 0) return left
        this.take()
        const right = this.#calc(own + 1)
        left = this.#limits.deeper(call(at, `_${type}_`, left.expr, right.expr), [left, right])
      }
    })
  }

  #unary(): Deep {
    const { type, at } = this.ahead()
    if ((type !== '!' && type !== '-') || this.#isSigned()) return this.#member()
    let isOdd = false
    while (this.skip(type)) isOdd = !isOdd
    // After several signs a number has none of its own.
    if (this.ahead().type === '-' && (type === '-' || !this.#isSigned())) throw new NotParsed(this.ahead())
    const operand = this.#member()
    return isOdd ? this.#limits.level(call(at, `${type}_`, operand.expr), [operand]) : operand
  }

  /** Whether a number with a sign follows. */
  #isSigned(): boolean {
    return this.ahead().type === '-' && ['NUM_INT', 'NUM_FLOAT'].includes(this.ahead(1).type)
  }

  #member(): Deep {
    let found = this.#primary()
    for (;;) {
      const dot = this.skip('.')
      if (dot) found = this.#selected(found, dot.at)
      else if (this.ahead().type === '[') found = this.#indexed(found)
      else return found
    }
  }

  #selected(operand: Deep, at: number): Deep {
    const isOptional = this.skip('?') !== undefined
    const { type, at: nameAt } = this.ahead()
    const name = this.#fieldName()
    if (!isOptional && type === 'IDENTIFIER' && this.ahead().type === '(') return this.#called(name, operand)
    if (isOptional) return this.#limits.deeper(call(at, '_?._', operand.expr, constant(nameAt, name)), [operand])
    const expr: Expr = { is: 'select', at, operand: operand.expr, field: name, test: false, type: DYN }
    return this.#limits.deeper(expr, [operand])
  }

  /** Takes the name of a field, which may be in backticks; else that is an error at a place (parser.normalizeIdent). */
  #fieldName(at = this.ahead().at): string {
    const name = this.take()
    if (name.type === 'IDENTIFIER') return name.text
    if (name.type !== 'ESC_IDENTIFIER') throw new NotParsed(name)
    if (!this.#syntax.escapes) this.faults.push({ text: "unsupported syntax: '`'", at })
    return name.text.slice(1, -1)
  }

  #indexed(operand: Deep): Deep {
    const { at } = this.take()
    const isOptional = this.skip('?') !== undefined
    const index = this.#expr()
    this.expect(']')
    return this.#limits.deeper(call(at, isOptional ? '_[?_]' : '_[_]', operand.expr, index.expr), [operand, index])
  }

  /** Parses the arguments of a call and expands it if it is a macro. */
  #called(name: string, target?: Deep): Deep {
    const { at } = this.expect('(')
    const args = this.ahead().type === ')' ? [] : this.#separated(() => this.#expr(), ')', false)
    this.expect(')')
    const exprs = args.map(({ expr }) => expr)
    const copy = (expr: Expr) => copied(expr, this.#limits.count)
    const macro = expandMacro({ at, name, target: target?.expr, args: exprs, copy, syntax: this.#syntax })
    if (macro && isFault(macro)) return this.#wrong(macro.fault, macro.at)
    if (macro) this.#limits.count(PARTS_OF_MACRO)
    const made = macro ?? methodCall(at, name, target?.expr, exprs)
    return target ? this.#limits.deeper(made, [target, ...args]) : this.#limits.level(made, args)
  }

  /** Parses items with commas between them, up to a closing bracket; a comma may precede that. */
  #separated<T>(item: () => T, close: string, trails: boolean): readonly T[] {
    const found = [item()]
    while (this.skip(',')) {
      if (trails && this.ahead().type === close) break
      found.push(item())
    }
    return found
  }

  /** Parses what is in brackets; a comma may precede the closing one. */
  #enclosed<T>(item: () => T, close: string): readonly T[] {
    const isEmpty = this.skip(',') !== undefined || this.ahead().type === close
    const found = isEmpty ? [] : this.#separated(item, close, true)
    this.expect(close)
    return found
  }

  #primary(): Deep {
    const token = this.take()
    const { type, at } = token
    switch (type) {
      case '(': {
        const inner = this.#expr()
        this.expect(')')
        return inner
      }
      case '[':
        return this.#list(at)
      case '{':
        return this.#map(at)
      case '-':
        return this.#literal(this.take(), '-', at)
      case '.':
        return this.#named(this.expect('IDENTIFIER'), at, '.')
      case 'IDENTIFIER':
        return this.#named(token, at, '')
      default:
        if (!LITERALS.has(type)) throw new NotParsed(token)
        return this.#literal(token, '', at)
    }
  }

  #literal({ type, text }: Token, sign: string, at: number): Deep {
    const literal: Literal = literalOf(type, sign + text)
    return 'fault' in literal ? this.#wrong(literal.fault, at) : this.#limits.level(constant(at, literal.value))
  }

  #list(at: number): Deep {
    const optional = new Set<number>()
    let index = 0
    const items = this.#enclosed(() => {
      if (this.skip('?')) optional.add(index)
      index++
      return this.#expr()
    }, ']')
    return this.#limits.level(
      list(
        at,
        items.map(({ expr }) => expr),
        optional,
      ),
      items,
    )
  }

  #map(at: number): Deep {
    const parts: Deep[] = []
    const entries = this.#enclosed((): Entry => {
      const isOptional = this.skip('?') !== undefined
      const key = this.#expr()
      this.expect(':')
      const value = this.#expr()
      parts.push(key, value)
      return { key: key.expr, value: value.expr, isOptional }
    }, '}')
    return this.#limits.level(map(at, entries), parts)
  }

  /** Parses a variable, a function call or a message literal; `at` is where it begins, with a dot or without. */
  #named({ text, at: nameAt }: Token, at: number, dot: string): Deep {
    const message = this.#messageName(dot + text)
    if (message !== undefined) return this.#message(message)
    if (!RESERVED.has(text))
      return this.ahead().type === '(' ? this.#called(dot + text) : this.#limits.level(ident(nameAt, dot + text))
    const wrong = this.#wrong(`reserved identifier: ${text}`, at)
    if (this.ahead().type === '(') {
      const known = this.faults.length
      this.#called(text)
      this.faults.length = known
    }
    return wrong
  }

  /** Takes the name of a message literal, up to its brace; undefined for other names. */
  #messageName(first: string): string | undefined {
    let by = 0
    let name = first
    for (; this.ahead(by).type === '.' && this.ahead(by + 1).type === 'IDENTIFIER'; by += 2)
      name += `.${this.ahead(by + 1).text}`
    if (this.ahead(by).type !== '{') return undefined
    this.advance(by)
    return name
  }

  #message(name: string): Deep {
    const { at } = this.expect('{')
    const begin = this.ahead().at
    const parts: Deep[] = []
    const fields = this.#enclosed((): Field => {
      const isOptional = this.skip('?') !== undefined
      const field = this.#fieldName(begin)
      const colon = this.expect(':')
      const value = this.#expr()
      parts.push(value)
      return { at: colon.at, name: field, value: value.expr, isOptional }
    }, '}')
    return this.#limits.level({ is: 'message', at, name, fields, type: DYN }, parts)
  }
}

import { mustHave } from '../../base/must-have.js'
import { NOWHERE, type PlacedFault, type Token, type Unread, tokensOf } from './tokens.js'

// In the order of error messages.
const TYPES = '== != in < <= >= > && || [ ] { } ( ) . , - ! ? : + * / % true false null'
  .split(' ')
  .concat('NUM_FLOAT', 'NUM_INT', 'NUM_UINT', 'STRING', 'BYTES', 'IDENTIFIER', 'ESC_IDENTIFIER')
const LITERALS = ['true', 'false', 'null', 'NUM_FLOAT', 'NUM_INT', 'NUM_UINT', 'STRING', 'BYTES']
/** The tokens an expression can begin with. */
const FIRST = ['[', '{', '(', '.', '-', '!', 'IDENTIFIER', ...LITERALS]
const NAMES = ['IDENTIFIER', 'ESC_IDENTIFIER']
/** The binary operators, those that bind tightest last. */
const BINARY = [['||'], ['&&'], ['<', '<=', '>=', '>', '==', '!=', 'in'], ['+', '-', '*', '/', '%']]
/** The tokens that may follow an operand. */
const AFTER = [...BINARY.flat(), '?']

/** The tokens after a part of an expression. */
type Follow = {
  /** Those that may come next. */ readonly next: readonly string[]
  /** Those and all that may follow the parts around it: up to one of them, tokens are skipped after a mismatch. */
  readonly any: readonly string[]
}

/** Thrown to leave a grammar rule: parsing continues after it, at a token that may follow. */
const MISMATCH = Symbol('mismatch')
/** Thrown at what is nested too deeply. */
const TOO_DEEP = Symbol('too deep')
/** Thrown to parse no further. */
const STOP = Symbol('stop')

/**
 * Returns the syntax errors of an expression, in the words and the order of ANTLR's parser; none if they are not known.
 */
export function syntaxFaults(expression: string): readonly PlacedFault[] {
  const { tokens, faults } = tokensOf(expression)
  const parser = new Parser(expression, tokens, faults)
  try {
    parser.start()
  } catch (error) {
    if (error === TOO_DEEP) return faults
    if (error !== STOP) throw error
  }
  return [...faults, ...parser.faults].sort((a, b) => a.at - b.at)
}

/** What a server tells besides of a field without a name, which is no error of the syntax (parser.normalizeIdent). */
export const NO_NAME = 'unsupported ident kind'

const MOST_DEPTH = 250
// The limits of a server's parser (cel-go: recoveryLimitErrorStrategy).
const MOST_SKIPPED = 256
const MOST_RECOVERIES = 30

class Parser {
  readonly faults: PlacedFault[] = []
  readonly #expression: string
  readonly #tokens: readonly Token[]
  readonly #unread: readonly Unread[]
  #at = 0
  #depth = 0
  /** No more errors are reported until a token matches again. */
  #isRecovering = false
  #recoveries = 0

  constructor(expression: string, tokens: readonly Token[], unread: readonly Unread[]) {
    this.#expression = expression
    this.#tokens = tokens
    this.#unread = unread
  }

  start(): void {
    this.#rule({ next: [], any: [] }, () => {
      this.#expr({ next: ['<EOF>'], any: ['<EOF>'] })
      this.#match('<EOF>', [])
    })
  }

  #ahead(by = 0): Token {
    return this.#tokens[this.#at + by] ?? mustHave(this.#tokens.at(-1), 'the end of an expression')
  }

  #sees(...types: readonly string[]): boolean {
    return types.includes(this.#ahead().type)
  }

  #tell(text: string, at: number): void {
    if (!this.#isRecovering) this.faults.push({ text, at })
    this.#isRecovering = true
  }

  #skip(): void {
    if (this.#at < this.#tokens.length - 1) this.#at++
  }

  #take(): void {
    this.#isRecovering = false
    this.#skip()
  }

  #mismatched(expected: readonly string[]): symbol {
    const { text, at } = this.#ahead()
    this.#tell(`mismatched input '${text}' expecting ${setText(expected)}`, at)
    return MISMATCH
  }

  /** Skips one extraneous token, if the next one is expected. */
  #passOver(expected: readonly string[]): boolean {
    const { type, text, at } = this.#ahead()
    if (type === '<EOF>' || !expected.includes(this.#ahead(1).type)) return false
    this.#tell(`extraneous input '${text}' expecting ${setText(expected)}`, at)
    this.#take()
    return true
  }

  /** Expects a token; if the following token is already there, it is reported as missing. */
  #match(type: string, then: readonly string[]): void {
    if (this.#sees(type)) return this.#take()
    this.#countRecovery()
    if (this.#passOver([type])) return this.#take()
    if (!this.#sees(...then)) throw this.#mismatched([type])
    const { text, at } = this.#ahead()
    this.#tell(`missing ${setText([type])} at '${text}'`, at)
  }

  /** Expects one of several tokens, before looking at which. */
  #sync(expected: readonly string[]): void {
    if (!this.#sees(...expected) && !this.#passOver(expected)) throw this.#mismatched(expected)
  }

  /** Parses a grammar rule; after a mismatch, skips tokens up to one that may follow. */
  #rule({ any }: Follow, read: () => void): void {
    try {
      read()
    } catch (error) {
      if (error !== MISMATCH) throw error
      this.#countRecovery()
      for (let skipped = 0; !this.#sees('<EOF>', ...any); skipped++) {
        if (skipped === MOST_SKIPPED)
          this.#stop({ text: `error recovery token lookahead limit exceeded: ${MOST_SKIPPED}`, at: NOWHERE })
        this.#skip()
      }
    }
  }

  #countRecovery(): void {
    if (this.#recoveries++ === MOST_RECOVERIES)
      this.#stop({ text: `error recovery attempt limit exceeded: ${MOST_RECOVERIES}`, at: this.#ahead().at })
  }

  #stop(fault: PlacedFault): never {
    this.faults.push(fault)
    throw STOP
  }

  #expr(follow: Follow): void {
    if (++this.#depth > MOST_DEPTH) throw TOO_DEEP
    this.#rule(follow, () => {
      this.#operands(0, or(follow, '?'))
      if (!this.#sees('?')) return
      this.#take()
      this.#operands(0, within(follow, ':'))
      this.#match(':', FIRST)
      this.#expr(follow)
    })
    this.#depth--
  }

  #operands(level: number, follow: Follow): void {
    const operators = BINARY[level]
    if (!operators) return this.#unary(or(follow, ...AFTER))
    this.#operands(level + 1, follow)
    while (this.#sees(...operators)) {
      this.#take()
      this.#operands(level + 1, follow)
    }
  }

  #unary(follow: Follow): void {
    this.#rule(follow, () => {
      this.#sync(FIRST)
      const sign = this.#ahead()
      if (sign.type === '-' && !FIRST.includes(this.#ahead(1).type)) throw this.#noChoice(1)
      if (sign.type === '!' || sign.type === '-') while (this.#sees(sign.type)) this.#take()
      const { type, text, at } = this.#ahead()
      if (sign.type === '!' && !FIRST.includes(type)) {
        this.#tell(`extraneous input '${text}' expecting ${setText(FIRST)}`, at)
        throw MISMATCH
      }
      this.#member(follow)
    })
  }

  #noChoice(by: number): symbol {
    const { type, text, at } = this.#ahead(by)
    const input = this.#read(this.#ahead().at, type === '<EOF>' ? at : at + text.length)
    // A server hides what its parser says about these (cel-go: parser.SyntaxError).
    const isHidden = input.length === text.length + 1 && ['true', 'false', 'null'].includes(text)
    this.#tell(
      isHidden ? `mismatched input '${text}' expecting IDENTIFIER` : `no viable alternative at input '${shown(input)}'`,
      at,
    )
    return MISMATCH
  }

  /** Returns a part of the expression, without what is no token. */
  #read(from: number, to: number): string {
    let text = ''
    for (const { at, length } of this.#unread) {
      if (at < from || at >= to) continue
      text += this.#expression.slice(from, at)
      from = at + length
    }
    return text + this.#expression.slice(from, to)
  }

  #member(follow: Follow): void {
    const more = or(follow, '.', '[')
    this.#primary(more)
    for (;;) {
      if (this.#sees('.')) {
        const { type } = this.#ahead(1)
        if (type !== '?' && !NAMES.includes(type)) throw this.#noChoice(1)
        const isCall = type === 'IDENTIFIER' && this.#ahead(2).type === '('
        this.#take()
        if (type === '?') this.#take()
        const { at } = this.#ahead()
        if (!this.#name(more)) this.faults.push({ text: NO_NAME, at })
        if (isCall) this.#call(follow)
      } else if (this.#sees('[')) {
        this.#take()
        this.#sync([...FIRST, '?'])
        this.#optional(within(follow, ']'))
        this.#match(']', more.next)
      } else return
    }
  }

  /** Parses the name of a field, and tells whether there is one. */
  #name(follow: Follow): boolean {
    let isThere = false
    this.#rule(follow, () => {
      this.#sync(NAMES)
      this.#take()
      isThere = true
    })
    return isThere
  }

  #call(follow: Follow): void {
    this.#take()
    this.#sync([...FIRST, ')'])
    if (!this.#sees(')')) this.#list(() => this.#expr(within(follow, ')', ',')))
    this.#match(')', or(follow, '.', '[').next)
  }

  /** Parses items with commas between them; with the tokens that an item begins with, a comma may follow them. */
  #list(item: () => void, first?: readonly string[]): void {
    item()
    while (this.#sees(',') && (!first || first.includes(this.#ahead(1).type))) {
      this.#take()
      item()
    }
  }

  #primary(follow: Follow): void {
    this.#rule(follow, () => {
      const { type } = this.#ahead()
      if (type === '(') {
        this.#take()
        this.#expr(within(follow, ')'))
        this.#match(')', follow.next)
      } else if (type === '[') this.#held(follow, ']', () => this.#optional(within(follow, ']', ',')))
      else if (type === '{')
        this.#held(follow, '}', () => {
          this.#optional(within(or(follow, '}', ','), ':'))
          this.#match(':', FIRST)
          this.#expr(within(follow, '}', ','))
        })
      else if (LITERALS.includes(type)) this.#take()
      else if (type === '.' || type === 'IDENTIFIER') {
        if (type === '.' && this.#ahead(1).type !== 'IDENTIFIER') throw this.#noChoice(1)
        const length = this.#lengthOfName()
        if (this.#ahead(length).type === '{') return this.#message(follow, length)
        if (type === '.') this.#take()
        this.#take()
        if (this.#sees('(')) this.#call(follow)
      } else throw this.#mismatched(FIRST)
    })
  }

  /** Returns the number of tokens of the name of a message, if it is one. */
  #lengthOfName(): number {
    let length = this.#sees('.') ? 2 : 1
    while (this.#ahead(length).type === '.' && this.#ahead(length + 1).type === 'IDENTIFIER') length += 2
    return length
  }

  #message(follow: Follow, length: number): void {
    for (let n = 0; n < length; n++) this.#take()
    let begin: number | undefined
    const field = () => {
      begin ??= this.#ahead().at
      if (this.#sees('?')) this.#take()
      const isNamed = this.#name(within(or(follow, '}', ','), ':'))
      this.#match(':', FIRST)
      this.#expr(within(follow, '}', ','))
      if (!isNamed) this.faults.push({ text: NO_NAME, at: begin })
    }
    this.#held(follow, '}', field, ['?', ...NAMES])
  }

  #optional(follow: Follow): void {
    if (this.#sees('?')) this.#take()
    this.#expr(follow)
  }

  /** Parses the contents of brackets or braces; a trailing comma is allowed. */
  #held(follow: Follow, close: string, item: () => void, first: readonly string[] = [...FIRST, '?']): void {
    this.#take()
    this.#sync([...first, ',', close])
    if (!this.#sees(close, ',')) this.#rule(within(follow, close, ','), () => this.#list(item, first))
    this.#sync([',', close])
    if (this.#sees(',')) this.#take()
    this.#match(close, follow.next)
  }
}

/** Adds tokens that may come next as well. */
const or = ({ next, any }: Follow, ...more: readonly string[]): Follow => ({
  next: union(next, more),
  any: union(any, more),
})

/** Returns what follows a part inside another, after which one of these tokens comes. */
const within = ({ any }: Follow, ...next: readonly string[]): Follow => ({ next, any: union(any, next) })

/** Joins sets of tokens; the first is reused at any depth if nothing is new. */
const union = (some: readonly string[], more: readonly string[]): readonly string[] =>
  more.every((type) => some.includes(type)) ? some : [...new Set([...some, ...more])]

/** Prints a part of an expression as ANTLR does. */
const shown = (text: string): string => text.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')

function setText(types: readonly string[]): string {
  const told = [...new Set(types)]
    .sort((a, b) => TYPES.indexOf(a) - TYPES.indexOf(b))
    .map((type) => (/^[A-Z<_]+(?:EOF>)?$/.test(type) && type !== '<' ? type : `'${type}'`))
  return told.length === 1 ? told.join() : `{${told.join(', ')}}`
}

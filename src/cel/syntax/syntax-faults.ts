import { mustHave } from '../../base/must-have.js'
import { NOWHERE, type PlacedFault, type Token, tokensOf } from './tokens.js'

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
/** Thrown at syntax that is not parsed here: message literals. */
const UNREAD = Symbol('unread')
/** Thrown to parse no further. */
const STOP = Symbol('stop')

/**
 * Returns the syntax errors of an expression, in the words and the order of ANTLR's parser; none if they are not known.
 */
export function syntaxFaults(expression: string): readonly PlacedFault[] {
  const { tokens, faults } = tokensOf(expression)
  const parser = new Parser(expression, tokens)
  try {
    parser.start()
  } catch (error) {
    if (error === UNREAD) return faults
    if (error !== STOP) throw error
  }
  return [...faults, ...parser.faults].sort((a, b) => a.at - b.at)
}

const MOST_DEPTH = 250
// The limits of a server's parser (cel-go: recoveryLimitErrorStrategy).
const MOST_SKIPPED = 256
const MOST_RECOVERIES = 30

class Parser {
  readonly faults: PlacedFault[] = []
  readonly #expression: string
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0
  /** No more errors are reported until a token matches again. */
  #isRecovering = false
  #recoveries = 0

  constructor(expression: string, tokens: readonly Token[]) {
    this.#expression = expression
    this.#tokens = tokens
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
    if (++this.#depth > MOST_DEPTH) throw UNREAD
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
    const input = this.#expression.slice(this.#ahead().at, type === '<EOF>' ? undefined : at + text.length)
    // A server hides what its parser says about these (cel-go: parser.SyntaxError).
    const isHidden = input.length === text.length + 1 && ['true', 'false', 'null'].includes(text)
    this.#tell(
      isHidden ? `mismatched input '${text}' expecting IDENTIFIER` : `no viable alternative at input '${shown(input)}'`,
      at,
    )
    return MISMATCH
  }

  #member(follow: Follow): void {
    const more = or(follow, '.', '[')
    this.#primary(more)
    for (;;) {
      if (this.#sees('.')) {
        const by = this.#ahead(1).type === '?' ? 2 : 1
        if (!NAMES.includes(this.#ahead(by).type)) throw this.#noChoice(by)
        const isCall = by === 1 && this.#ahead(1).type === 'IDENTIFIER' && this.#ahead(2).type === '('
        for (let n = 0; n <= by; n++) this.#take()
        if (isCall) this.#call(follow)
      } else if (this.#sees('[')) {
        this.#take()
        this.#sync([...FIRST, '?'])
        this.#optional(within(follow, ']'))
        this.#match(']', more.next)
      } else if (this.#sees('{') && this.#ahead(-1).type === 'IDENTIFIER') throw UNREAD
      else return
    }
  }

  #call(follow: Follow): void {
    this.#take()
    this.#sync([...FIRST, ')'])
    if (!this.#sees(')')) this.#list(() => this.#expr(within(follow, ')', ',')), false)
    this.#match(')', or(follow, '.', '[').next)
  }

  #list(item: () => void, trails: boolean): void {
    item()
    while (this.#sees(',') && !(trails && ![...FIRST, '?'].includes(this.#ahead(1).type))) {
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
        if (type === '.') this.#take()
        this.#take()
        if (this.#sees('(')) this.#call(follow)
      } else throw this.#mismatched(FIRST)
    })
  }

  #optional(follow: Follow): void {
    if (this.#sees('?')) this.#take()
    this.#expr(follow)
  }

  /** Parses the contents of brackets or braces; a trailing comma is allowed. */
  #held(follow: Follow, close: string, item: () => void): void {
    this.#take()
    this.#sync([...FIRST, '?', ',', close])
    if (!this.#sees(close, ',')) this.#list(item, true)
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

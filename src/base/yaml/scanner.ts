import { mustHave } from '../must-have.js'
import { Cursor, SPACE, TAB, isBlank, isBlankOrEnd, isBreak, isEnd } from './cursor.js'
import { scannerFault } from './fault.js'
import { scanBlockScalar, scanFlowScalar } from './scan-scalars.js'
import { scanDirective } from './scan-directive.js'
import { scanAnchor, scanTag } from './scan-tag.js'
import type { YamlText } from './text.js'
import type { Mark, Token, TextPlace } from './token.js'
import { readSpace } from './scan-space.js'

/** An unquoted scalar, and whether a line break follows it, after which a key may start. */
type PlainScalar = { readonly token: Token; readonly endsLine: boolean }

/** Scans an unquoted scalar in a block of the given indentation, or inside brackets. */
function scanPlainScalar(cursor: Cursor, parent: number, inFlow: boolean): PlainScalar {
  const { at, line } = cursor
  let value = ''
  let space = ''
  let endsLine = false
  for (;;) {
    cursor.need(4)
    if (cursor.atDocumentIndicator() || cursor.peek() === 0x23) break
    const start = cursor.at
    skipCharacters(cursor, inFlow)
    if (cursor.at > start) {
      cursor.need(2)
      value += space + cursor.text.slice(start, cursor.at)
      space = ''
      endsLine = false
    }
    if (!isBlank(cursor.peek()) && !isBreak(cursor.peek())) break
    const before = cursor.line
    space = readSpace(cursor, false, () => checkBlank(cursor, parent))
    endsLine = cursor.line > before
    if (!inFlow && cursor.column <= parent) break
  }
  return { token: { type: 'scalar', at, line, value, implicit: true }, endsLine }
}

function skipCharacters(cursor: Cursor, inFlow: boolean): void {
  for (let code = cursor.peek(); !isBlankOrEnd(code); code = cursor.peek()) {
    if (code === 0x3a && isBlankOrEnd(cursor.peek(1))) return
    if (inFlow && isFlowIndicator(code)) return
    cursor.skip()
  }
}

// `,`, `?`, `[`, `]`, `{` and `}`.
const isFlowIndicator = (code: number) =>
  code === 0x2c || code === 0x3f || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d

function checkBlank(cursor: Cursor, parent: number): void {
  if (cursor.column <= parent && cursor.peek() === TAB)
    throw scannerFault(cursor, 'found a tab character that violates indentation')
}

/** The tokens scanned but not yet consumed, numbered in the order of the text. */
class TokenQueue {
  #tokens: Token[] = []
  #head = 0
  #taken = 0

  /** The number of the next token to consume. */
  get next(): number {
    return this.#taken
  }

  /** The number that the next scanned token will get. */
  get end(): number {
    return this.#taken + this.#tokens.length - this.#head
  }

  get isEmpty(): boolean {
    return this.#head === this.#tokens.length
  }

  /** The next token to consume. */
  get first(): Token | undefined {
    return this.#tokens[this.#head]
  }

  push(token: Token): void {
    this.#tokens.push(token)
  }

  /** Inserts a token before the one with that number; if that is already consumed, at the end, as libyaml does. */
  insert(number: number, token: Token): void {
    if (number < this.#taken) this.#tokens.push(token)
    else this.#tokens.splice(this.#head + number - this.#taken, 0, token)
  }

  drop(): void {
    this.#head++
    this.#taken++
    if (!this.isEmpty) return
    this.#tokens = []
    this.#head = 0
  }
}

// The colon of a simple key must follow within this many characters, which limits the lookahead.
const LONGEST_KEY = 1024

/** The maximum nesting of brackets, and of indented blocks. */
const MAX_YAML_DEPTH = 10_000

/**
 * Scans a text into tokens, one at a time, by the grammar of YAML 1.1 (that of libyaml, on which gopkg.in/yaml.v2 is
 * based).
 */
export class Scanner {
  readonly #cursor: Cursor
  readonly #queue = new TokenQueue()
  readonly #keys = new SimpleKeys()
  #indent = -1
  readonly #indents: number[] = []
  #keyAllowed = true
  #isOver = false

  constructor(text: YamlText) {
    this.#cursor = new Cursor(text)
  }

  /** Returns the next token without consuming it. The last token is the end of the stream. */
  peek(): Token {
    while (this.#needsMore()) this.#fetch()
    return mustHave(this.#queue.first, 'the next token of a YAML text')
  }

  /** Consumes the next token. */
  take(): Token {
    const token = this.peek()
    this.#queue.drop()
    return token
  }

  // The next token is undecided while a following colon may still make it a key.
  #needsMore(): boolean {
    return this.#queue.isEmpty || this.#isStill(this.#keys.waitingFor(this.#queue.next))
  }

  #isStill(key: SimpleKey | undefined): key is SimpleKey {
    if (!key) return false
    if (key.line === this.#cursor.line && key.at + LONGEST_KEY >= this.#cursor.at) return true
    this.#refuse(key)
    return false
  }

  /** Decides that a token is not a key. */
  #refuse(key: SimpleKey | undefined): void {
    if (key?.required) throw this.#fault("could not find expected ':'")
    if (key) this.#keys.forget(key)
  }

  #fault(problem: string): Error {
    return scannerFault(this.#cursor, problem)
  }

  get #inFlow(): boolean {
    return this.#keys.depth > 0
  }

  #addMark(type: Mark, length: number): void {
    const { at, line } = this.#cursor
    this.#queue.push({ type, at, line })
    this.#cursor.skip(length)
  }

  #fetch(): void {
    const cursor = this.#cursor
    if (this.#isOver) return this.#queue.push({ type: 'end of stream', at: cursor.at, line: cursor.line })
    this.#skipToToken()
    this.#unroll(cursor.column)
    cursor.need(4)
    const code = cursor.peek()
    if (isEnd(code)) return this.#fetchEnd()
    if (cursor.column === 0 && code === 0x25) return this.#fetchDirective()
    if (cursor.atDocumentIndicator()) return this.#fetchDocumentMark(code === 0x2d ? 'document start' : 'document end')
    this.#fetchContent(code)
  }

  #fetchContent(code: number): void {
    const cursor = this.#cursor
    const isApart = isBlankOrEnd(cursor.peek(1))
    switch (String.fromCharCode(code)) {
      case '[':
        return this.#fetchOpening('flow sequence start')
      case '{':
        return this.#fetchOpening('flow mapping start')
      case ']':
        return this.#fetchClosing('flow sequence end')
      case '}':
        return this.#fetchClosing('flow mapping end')
      case ',':
        this.#refuse(this.#keys.current)
        this.#keyAllowed = true
        return this.#addMark('flow entry', 1)
      case '-':
        if (isApart) return this.#fetchBlockEntry()
        break
      case '?':
        if (isApart || this.#inFlow) return this.#fetchKey()
        break
      case ':':
        if (isApart || this.#inFlow) return this.#fetchValue()
        break
      case '*':
        return this.#fetchAfterKey(() => scanAnchor(cursor, 'alias'))
      case '&':
        return this.#fetchAfterKey(() => scanAnchor(cursor, 'anchor'))
      case '!':
        return this.#fetchAfterKey(() => scanTag(cursor))
      case '|':
      case '>':
        if (!this.#inFlow) return this.#fetchBlockScalar()
        throw this.#fault(NO_TOKEN)
      case "'":
      case '"':
        return this.#fetchAfterKey(() => scanFlowScalar(cursor))
      case '#':
      case '%':
      case '@':
      case '`':
      case '\t':
        throw this.#fault(NO_TOKEN)
    }
    this.#fetchPlainScalar()
  }

  // A tab does not indent: it is skipped only where no key can start.
  #skipToToken(): void {
    const cursor = this.#cursor
    if (cursor.at === 0 && cursor.peek() === 0xfeff) cursor.skip()
    for (;;) {
      for (let code = cursor.peek(); code === SPACE || (code === TAB && (this.#inFlow || !this.#keyAllowed));) {
        cursor.skip()
        code = cursor.peek()
      }
      cursor.skipComment()
      if (!isBreak(cursor.peek())) return
      cursor.readBreak()
      if (!this.#inFlow) this.#keyAllowed = true
    }
  }

  #fetchEnd(): void {
    // The end counts as a separate line.
    if (this.#cursor.column !== 0) this.#cursor.newLine()
    this.#unroll(-1)
    this.#refuse(this.#keys.current)
    this.#keyAllowed = false
    this.#isOver = true
    this.#addMark('end of stream', 0)
  }

  #fetchDirective(): void {
    this.#unroll(-1)
    this.#refuse(this.#keys.current)
    this.#keyAllowed = false
    this.#queue.push(scanDirective(this.#cursor))
  }

  #fetchDocumentMark(type: 'document start' | 'document end'): void {
    this.#unroll(-1)
    this.#refuse(this.#keys.current)
    this.#keyAllowed = false
    this.#addMark(type, 3)
  }

  #fetchOpening(type: 'flow sequence start' | 'flow mapping start'): void {
    this.#saveKey()
    this.#keys.open(this.#queue.end)
    if (this.#keys.depth > MAX_YAML_DEPTH) throw this.#fault(TOO_DEEP)
    this.#keyAllowed = true
    this.#addMark(type, 1)
  }

  #fetchClosing(type: 'flow sequence end' | 'flow mapping end'): void {
    this.#refuse(this.#keys.current)
    this.#keys.close()
    this.#keyAllowed = false
    this.#addMark(type, 1)
  }

  #fetchBlockEntry(): void {
    if (!this.#inFlow) {
      if (!this.#keyAllowed) throw this.#fault('block sequence entries are not allowed in this context')
      this.#roll(this.#cursor, 'block sequence start')
    }
    this.#refuse(this.#keys.current)
    this.#keyAllowed = true
    this.#addMark('block entry', 1)
  }

  #fetchKey(): void {
    if (!this.#inFlow) {
      if (!this.#keyAllowed) throw this.#fault('mapping keys are not allowed in this context')
      this.#roll(this.#cursor, 'block mapping start')
    }
    this.#refuse(this.#keys.current)
    this.#keyAllowed = !this.#inFlow
    this.#addMark('key', 1)
  }

  #fetchValue(): void {
    const key = this.#keys.current
    if (this.#isStill(key)) {
      // The token read before is a key.
      this.#queue.insert(key.token, { type: 'key', at: key.at, line: key.line })
      this.#roll(key, 'block mapping start', key.token)
      this.#keys.forget(key)
      this.#keyAllowed = false
    } else {
      if (!this.#inFlow) {
        if (!this.#keyAllowed) throw this.#fault('mapping values are not allowed in this context')
        this.#roll(this.#cursor, 'block mapping start')
      }
      this.#keyAllowed = !this.#inFlow
    }
    this.#addMark('value', 1)
  }

  #fetchAfterKey(scan: () => Token): void {
    this.#saveKey()
    this.#keyAllowed = false
    this.#queue.push(scan())
  }

  #fetchBlockScalar(): void {
    this.#refuse(this.#keys.current)
    this.#keyAllowed = true
    this.#queue.push(scanBlockScalar(this.#cursor, this.#indent))
  }

  #fetchPlainScalar(): void {
    this.#saveKey()
    this.#keyAllowed = false
    const { token, endsLine } = scanPlainScalar(this.#cursor, this.#indent, this.#inFlow)
    if (endsLine) this.#keyAllowed = true
    this.#queue.push(token)
  }

  #saveKey(): void {
    const { at, line, column } = this.#cursor
    if (!this.#keyAllowed) return
    this.#refuse(this.#keys.current)
    const required = !this.#inFlow && this.#indent === column
    this.#keys.save({ token: this.#queue.end, at, line, column, required })
  }

  /** Opens a block if a token is indented further than the current block. */
  #roll(
    { at, line, column }: { readonly at: number; readonly line: number; readonly column: number },
    type: 'block sequence start' | 'block mapping start',
    before?: number,
  ): void {
    if (this.#inFlow || this.#indent >= column) return
    this.#indents.push(this.#indent)
    this.#indent = column
    if (this.#indents.length > MAX_YAML_DEPTH) throw this.#fault(TOO_DEEP)
    if (before === undefined) this.#queue.push({ type, at, line })
    else this.#queue.insert(before, { type, at, line })
  }

  /** Closes the blocks that are indented further than the column. */
  #unroll(column: number): void {
    if (this.#inFlow) return
    while (this.#indent > column) {
      this.#addMark('block end', 0)
      this.#indent = this.#indents.pop() ?? -1
    }
  }
}

const NO_TOKEN = 'found character that cannot start any token'
const TOO_DEEP = `exceeded max depth of ${MAX_YAML_DEPTH}`

/** A token that becomes a key if a colon follows on the same line. */
type SimpleKey = TextPlace & {
  /** The token's number. */
  readonly token: number
  readonly column: number
  /** Only a key may be at this position. */
  readonly required: boolean
}

/** The possible keys: one in the block, and one in each open bracket. */
class SimpleKeys {
  readonly #levels: { token: number; key: SimpleKey | undefined }[] = [{ token: 0, key: undefined }]
  /** The level of each token that must not be consumed before it is known whether it is a key. */
  readonly #waiting = new Map<number, number>()

  /** The number of open brackets. */
  get depth(): number {
    return this.#levels.length - 1
  }

  /** The possible key of the innermost level. */
  get current(): SimpleKey | undefined {
    return this.#levels.at(-1)?.key
  }

  /** Returns the possible key that starts with a token. */
  waitingFor(token: number): SimpleKey | undefined {
    const level = this.#waiting.get(token)
    return level === undefined ? undefined : this.#levels[level]?.key
  }

  /** Opens a bracket whose token has the given number. */
  open(token: number): void {
    this.#levels.push({ token, key: undefined })
  }

  /** Closes a bracket. An empty one is no longer waited for although it may be a key: libyaml rejects `{}: a`. */
  close(): void {
    if (this.depth === 0) return
    const level = this.#levels.pop()
    if (level) this.#waiting.delete(level.token)
  }

  save(key: SimpleKey): void {
    const level = this.#levels.at(-1)
    if (!level) return
    level.token = key.token
    level.key = key
    this.#waiting.set(key.token, this.depth)
  }

  /** Forgets a possible key, once it is decided whether it is one. */
  forget(key: SimpleKey): void {
    const at = this.#waiting.get(key.token)
    const level = at === undefined ? this.#levels.findLast((each) => each.key === key) : this.#levels[at]
    if (level) level.key = undefined
    this.#waiting.delete(key.token)
  }
}

import { goJsonErrorOf } from '../../base/go/encoding-json.js'
import { endTurn, isInTurns, progressOf } from '../../base/turns/work-in-parts.js'
import { type Steps, finishInTurns } from '../../base/turns/steps.js'
import { LONG_TEXT, type Parsed, jsonTextOf, parseJson } from './body.js'
import { countMembers, isSpace, lookAt, startTree, endOfString } from '../../base/json/json-text.js'
import { setOwn } from '../../base/json/json.js'
import { noteNames } from '../../base/json/member-names.js'

/** Parses a long JSON text, yielding to other work between its parts. */
export const parseLongJson = (bytes: Uint8Array, pause: () => Promise<void>): Promise<Parsed> =>
  finishInTurns(longReading(bytes), pause)

/**
 * Parses JSON inside another body: a long text over several event-loop turns, if the work is done in turns.
 *
 * @throws PAUSE after each turn
 */
export function parseInnerJson(bytes: Uint8Array): Parsed {
  if (!isInTurns() || bytes.length <= LONG_TEXT) return parseJson(bytes)
  // Each turn makes a new view of the bytes, but over the same buffer at the same offset.
  const reading = progressOf(bytes.buffer, `JSON at ${bytes.byteOffset}`, () => longReading(bytes))
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
    endTurn()
  }
}

/** Does what {@link parseJson} does, in steps. */
function* longReading(bytes: Uint8Array): Steps<Parsed> {
  const text = jsonTextOf(bytes)
  yield
  const { members, oddNumber, tooDeep } = lookAt(text)
  yield
  const parsed = tooDeep ? undefined : yield* parseInPieces(text)
  yield
  if (!parsed) return { error: goJsonErrorOf(bytes) }
  const { value } = parsed
  if (!oddNumber && members === parsed.members) return { value }
  const readOn = startTree(text, value)
  for (;;) {
    yield
    const written = readOn()
    if (written) return { value, written }
  }
}

/** A parsed text, and the number of members of all its objects: fewer than it was written with if one is duplicate. */
type Pieced = { readonly value: unknown; readonly members: number }

// Number of characters that are parsed at once.
const PIECE = 64 * 1024

/** An object or a list that is parsed piece by piece. */
type Frame = {
  readonly isList: boolean
  /** Where its next piece begins. */
  start: number
  readonly value: object
  /** The names of an object in the order of the text; undefined if one is duplicate. */
  names: string[] | undefined
  /** Where the value of its last member, which was parsed by itself, ends: a comma has to follow. */
  isAfterValue: boolean
}

/**
 * Parses a text as JSON.parse does, but piece by piece: objects and lists that are longer than a piece are put together
 * from their members. Returns undefined if the text is not JSON. The nesting of brackets must be limited already.
 */
export function* parseInPieces(text: string): Steps<Pieced | undefined> {
  const reader = new Reader(text)
  try {
    yield* reader.read()
    return reader.end()
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const [QUOTE, COLON, COMMA, BRACE, BRACE_END, BRACKET, BRACKET_END] = [0x22, 0x3a, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d]

class Reader {
  readonly #text: string
  /** The open brackets, and the last comma within each. */
  readonly #opened: number[] = []
  readonly #commas: number[] = []
  /** The outermost open brackets, as far as they are parsed piece by piece. */
  readonly #frames: Frame[] = []
  #root: { readonly value: unknown; readonly end: number } | undefined
  #members = 0

  constructor(text: string) {
    this.#text = text
  }

  *read(): Steps<void> {
    const text = this.#text
    let due = PIECE
    for (let at = 0; at < text.length; at++) {
      const c = text.charCodeAt(at)
      if (c === QUOTE) {
        at = endOfString(text, at)
        if (at < 0) throw new SyntaxError('unterminated string')
      } else if (c === COMMA) this.#commas[this.#opened.length - 1] = at
      else if (c === BRACE || c === BRACKET) {
        this.#opened.push(at)
        this.#commas.push(-1)
      } else if (c === BRACE_END || c === BRACKET_END) this.#close(at, c === BRACKET_END)
      if (at < due) continue
      this.#reduce(at)
      due = at + PIECE
      yield
    }
  }

  end(): Pieced {
    if (!this.#root) {
      const value: unknown = JSON.parse(this.#text)
      return { value, members: countMembers(value) }
    }
    if (this.#opened.length > 0) throw new SyntaxError('unterminated value')
    this.#blank(this.#root.end, this.#text.length)
    return { value: this.#root.value, members: this.#members }
  }

  /** Parses what is complete of the text before `at`, until what is left is shorter than a piece. */
  #reduce(at: number): void {
    for (;;) {
      const level = this.#frames.length
      const top = this.#frames.at(-1)
      const comma = this.#commas[level - 1] ?? -1
      if (top && comma >= top.start) this.#take(top, comma, false)
      if (level === this.#opened.length || at - (top?.start ?? 0) < PIECE) return
      this.#enter(top, this.#opened[level] ?? 0)
    }
  }

  /** Begins a value at an opening bracket, to be parsed by itself. */
  #enter(parent: Frame | undefined, at: number): void {
    const isList = this.#text.charCodeAt(at) === BRACKET
    const value: object = isList ? [] : {}
    if (parent) this.#attach(parent, value, at)
    else {
      if (this.#root) throw new SyntaxError('a second value')
      this.#blank(0, at)
      this.#root = { value, end: at }
    }
    this.#frames.push({ isList, start: at + 1, value, names: [], isAfterValue: false })
  }

  /** Adds a value, which begins at `at`, to the object or list around it. */
  #attach(parent: Frame, value: object, at: number): void {
    if (parent.isAfterValue) throw new SyntaxError('no comma')
    if (parent.isList) {
      this.#blank(parent.start, at)
      ;(parent.value as unknown[]).push(value) // a list, by its bracket
      return
    }
    let colon = at - 1
    while (isSpace(this.#text.charCodeAt(colon))) colon--
    if (this.#text.charCodeAt(colon) !== COLON) throw new SyntaxError('no name')
    const name: unknown = JSON.parse(this.#text.slice(parent.start, colon))
    if (typeof name !== 'string') throw new SyntaxError('not a name')
    this.#add(parent, name, value)
  }

  #close(at: number, isList: boolean): void {
    const frame = this.#frames.length === this.#opened.length ? this.#frames.pop() : undefined
    if (this.#opened.pop() === undefined) throw new SyntaxError('nothing to close')
    const comma = this.#commas.pop()
    if (!frame) return
    if (frame.isList !== isList) throw new SyntaxError('another bracket')
    // After a comma something has to follow.
    this.#take(frame, at, comma === undefined || comma < 0)
    if (!frame.isList && frame.names) noteNames(frame.value, frame.names)
    const parent = this.#frames.at(-1)
    if (parent) Object.assign(parent, { start: at + 1, isAfterValue: true })
    else this.#root = { value: frame.value, end: at + 1 }
  }

  /** Parses the members or items up to `end`, a comma or the closing bracket, and adds them. */
  #take(frame: Frame, end: number, mayBeEmpty: boolean): void {
    let { start } = frame
    if (frame.isAfterValue) {
      while (isSpace(this.#text.charCodeAt(start))) start++
      if (start < end && this.#text.charCodeAt(start) !== COMMA) throw new SyntaxError('no comma')
      start++
    }
    if (start <= end) this.#parse(frame, this.#text.slice(start, end), mayBeEmpty && !frame.isAfterValue)
    Object.assign(frame, { start: end + 1, isAfterValue: false })
  }

  #parse(frame: Frame, piece: string, mayBeEmpty: boolean): void {
    if (frame.isList) {
      const items = JSON.parse(`[${piece}]`) as readonly unknown[] // as bracketed
      if (items.length === 0 && !mayBeEmpty) throw new SyntaxError('no item')
      this.#members += countMembers(items)
      for (const item of items) (frame.value as unknown[]).push(item) // a list, by its bracket
      return
    }
    const members = JSON.parse(`{${piece}}`) as Readonly<Record<string, unknown>> // as bracketed
    const names = Object.keys(members)
    if (names.length === 0 && !mayBeEmpty) throw new SyntaxError('no member')
    for (const name of names) {
      this.#members += countMembers(members[name])
      this.#add(frame, name, members[name])
    }
  }

  #add(frame: Frame, name: string, member: unknown): void {
    const object = frame.value as Record<string, unknown> // by its bracket
    const isDuplicate = Object.hasOwn(object, name)
    if (isDuplicate) frame.names = undefined
    else this.#members++
    frame.names?.push(name)
    setOwn(object, name, member)
  }

  #blank(start: number, end: number): void {
    for (let at = start; at < end; at++)
      if (!isSpace(this.#text.charCodeAt(at))) throw new SyntaxError('not white space')
  }
}

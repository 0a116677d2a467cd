import {
  type Cursor,
  LINE_FEED,
  SPACE,
  TAB,
  isBlank,
  isBreak,
  isBreakOrEnd,
  isDigit,
  isEnd,
  hexValue,
  isBlankOrEnd,
} from './cursor.js'
import { scannerFault } from './fault.js'
import type { Token } from './token.js'
import { readSpace } from './scan-space.js'

type Header = { readonly chomping: '' | '+' | '-'; readonly increment: number }

/** Scans a literal (`|`) or folded (`>`) scalar in a block of the given indentation. */
export function scanBlockScalar(cursor: Cursor, parent: number): Token {
  const { at, line } = cursor
  const literal = cursor.peek() === 0x7c
  cursor.skip()
  const { chomping, increment } = readHeader(cursor)
  const stated = increment > 0 ? Math.max(parent, 0) + increment : 0
  const first = readBreaks(cursor, stated)
  const indent = stated === 0 ? Math.max(first.widest, parent + 1, 1) : stated
  let { breaks } = first
  const value = new TextBuilder()
  let ending = ''
  let wasBlank = false
  while (cursor.column === indent && !isEnd(cursor.peek())) {
    const startsBlank = isBlank(cursor.peek())
    const isFolded = !literal && !wasBlank && !startsBlank && ending.charCodeAt(0) === LINE_FEED
    wasBlank = startsBlank
    const start = cursor.at
    cursor.skipLine()
    value.add(isFolded ? (breaks === '' ? ' ' : '') : ending)
    value.add(breaks)
    value.add(cursor.text.slice(start, cursor.at))
    cursor.need(2)
    const begin = cursor.at
    ending = isBreak(cursor.peek()) ? cursor.readBreak() : ''
    if (literal && cursor.text.charCodeAt(begin) === LINE_FEED) {
      const alike = readAlike(cursor, indent)
      if (alike !== '') {
        value.add(ending)
        value.add(alike)
        ending = cursor.readBreak()
      }
    }
    breaks = readBreaks(cursor, indent).breaks
  }
  if (chomping !== '-') value.add(ending)
  if (chomping === '+') value.add(breaks)
  return { type: 'scalar', at, line, value: value.text(), implicit: false }
}

/**
 * Fast path for most scalars: skips the following lines as long as each has the given indentation, some text and a line
 * feed. Returns their texts, one per line; the last line feed is left to be read.
 */
function readAlike(cursor: Cursor, indent: number): string {
  const { text, at: start } = cursor
  let end = start
  let lines = 0
  for (;;) {
    let at = end
    while (at - end < indent && text.charCodeAt(at) === SPACE) at++
    if (at - end < indent || isBreakOrEnd(text.charCodeAt(at) || 0)) break
    while (!isBreakOrEnd(text.charCodeAt(at) || 0)) at++
    if (text.charCodeAt(at) !== LINE_FEED) break
    end = at + 1
    lines++
  }
  if (lines === 0) return ''
  cursor.skipLines(end - 1, lines - 1)
  const indentation = ' '.repeat(indent)
  return text
    .slice(start + indent, end - 1)
    .split(`\n${indentation}`)
    .join('\n')
}

function readHeader(cursor: Cursor): Header {
  const first = readChomping(cursor)
  const increment = readIncrement(cursor)
  const chomping = first === '' && increment > 0 ? readChomping(cursor) : first
  cursor.skipBlanks()
  cursor.skipComment()
  if (!isBreakOrEnd(cursor.peek())) throw scannerFault(cursor, 'did not find expected comment or line break')
  if (isBreak(cursor.peek())) cursor.readBreak()
  return { chomping, increment }
}

function readChomping(cursor: Cursor): Header['chomping'] {
  const code = cursor.peek()
  if (code !== 0x2b && code !== 0x2d) return ''
  cursor.skip()
  return code === 0x2b ? '+' : '-'
}

function readIncrement(cursor: Cursor): number {
  const code = cursor.peek()
  if (!isDigit(code)) return 0
  if (code === 0x30) throw scannerFault(cursor, 'found an indentation indicator equal to 0')
  cursor.skip()
  return code - 0x30
}

/**
 * Skips empty lines and the indentation of the next line; `widest` is the widest indentation among them, needed if
 * `indent` is not known yet (0).
 */
function readBreaks(cursor: Cursor, indent: number): { readonly breaks: string; readonly widest: number } {
  let breaks = ''
  let widest = 0
  for (;;) {
    while ((indent === 0 || cursor.column < indent) && cursor.peek() === SPACE) cursor.skip()
    widest = Math.max(widest, cursor.column)
    if ((indent === 0 || cursor.column < indent) && cursor.peek() === TAB)
      throw scannerFault(cursor, 'found a tab character where an indentation space is expected')
    if (!isBreak(cursor.peek())) return { breaks, widest }
    breaks += cursor.readBreak()
  }
}

const MOST_PIECES = 4096

/**
 * Joins many short pieces into a long text. Appending them one by one would create a string each, which burdens the
 * garbage collector.
 */
export class TextBuilder {
  #text = ''
  #pieces: string[] = []

  add(piece: string): void {
    if (piece === '') return
    this.#pieces.push(piece)
    if (this.#pieces.length === MOST_PIECES) this.#join()
  }

  /** Returns the text so far. */
  text(): string {
    this.#join()
    return this.#text
  }

  #join(): void {
    this.#text += this.#pieces.join('')
    this.#pieces = []
  }
}

const [SINGLE, DOUBLE, BACKSLASH] = [0x27, 0x22, 0x5c]

/** Scans a quoted scalar, which may span lines. */
export function scanFlowScalar(cursor: Cursor): Token {
  const { at, line } = cursor
  const quote = cursor.peek()
  cursor.skip()
  const pieces: string[] = []
  for (;;) {
    cursor.need(4)
    if (cursor.atDocumentIndicator()) throw scannerFault(cursor, 'found unexpected document indicator')
    if (isEnd(cursor.peek())) throw scannerFault(cursor, 'found unexpected end of stream')
    const isJoined = readCharacters(cursor, quote, pieces)
    cursor.need(2)
    if (cursor.peek() === quote) break
    if (isBlank(cursor.peek()) || isBreak(cursor.peek())) pieces.push(readSpace(cursor, isJoined))
  }
  cursor.skip()
  return { type: 'scalar', at, line, value: pieces.join(''), implicit: false }
}

/** Reads up to the next blank, line break or closing quote; returns whether a backslash escaped a line break. */
function readCharacters(cursor: Cursor, quote: number, pieces: string[]): boolean {
  let from = cursor.at
  const flush = () => {
    if (cursor.at > from) pieces.push(cursor.text.slice(from, cursor.at))
  }
  for (let code = cursor.peek(); !isBlankOrEnd(code); code = cursor.peek()) {
    if (code === quote) {
      if (quote === DOUBLE || cursor.peek(1) !== SINGLE) break
      flush()
      from = cursor.at + 1
      cursor.skip(2)
    } else if (quote === DOUBLE && code === BACKSLASH) {
      flush()
      if (isBreak(cursor.peek(1))) {
        cursor.skip()
        cursor.readBreak()
        return true
      }
      pieces.push(readEscape(cursor))
      from = cursor.at
    } else cursor.skip()
  }
  flush()
  return false
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['N', '\x85'],
  ['_', '\xa0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
])

const DIGITS: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])

function readEscape(cursor: Cursor): string {
  const name = String.fromCharCode(cursor.peek(1))
  const plain = name === '/' && cursor.jsonEscapes ? name : ESCAPES.get(name)
  const digits = DIGITS.get(name)
  if (plain === undefined && digits === undefined) throw scannerFault(cursor, 'found unknown escape character')
  cursor.skip(2)
  if (digits === undefined) return plain ?? ''
  let code = 0
  for (let i = 0; i < digits; i++) {
    const value = hexValue(cursor.peek(i))
    if (Number.isNaN(value)) throw scannerFault(cursor, 'did not find expected hexdecimal number')
    code = code * 16 + value
  }
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  if ((isSurrogate && !cursor.jsonEscapes) || code > 0x10ffff)
    throw scannerFault(cursor, 'found invalid Unicode character escape code')
  cursor.skip(digits)
  return String.fromCodePoint(code)
}

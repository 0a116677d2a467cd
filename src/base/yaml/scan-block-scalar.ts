import { type Cursor, LINE_FEED, SPACE, TAB, isBlank, isBreak, isBreakOrEnd, isDigit, isEnd } from './cursor.js'
import { scannerFault } from './fault.js'
import type { Token } from './token.js'

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

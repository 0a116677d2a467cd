import { type Cursor, hexValue, isBlank, isBlankOrEnd, isBreak, isEnd } from './cursor.js'
import { scannerFault } from './fault.js'
import { readSpace } from './scan-space.js'
import type { Token } from './token.js'

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

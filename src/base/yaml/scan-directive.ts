import { type Cursor, isBlank, isBlankOrEnd, isBreak, isBreakOrEnd, isDigit, isWord } from './cursor.js'
import { scannerFault } from './fault.js'
import { scanTagHandle, scanUri } from './scan-tag.js'
import type { Token } from './token.js'

/** Scans a directive (`%YAML 1.1`, `%TAG ! prefix`) and the rest of its line. */
export function scanDirective(cursor: Cursor): Token {
  const { at, line } = cursor
  cursor.skip()
  const name = readWord(cursor)
  if (name === '') throw scannerFault(cursor, 'could not find expected directive name')
  if (!isBlankOrEnd(cursor.peek())) throw scannerFault(cursor, 'found unexpected non-alphabetical character')
  if (name !== 'YAML' && name !== 'TAG') throw scannerFault(cursor, 'found unknown directive name')
  cursor.skipBlanks()
  const token: Token =
    name === 'YAML'
      ? { type: 'version', at, line, ...readVersion(cursor) }
      : { type: 'handle', at, line, ...readHandle(cursor) }
  cursor.skipBlanks()
  cursor.skipComment()
  if (!isBreakOrEnd(cursor.peek())) throw scannerFault(cursor, 'did not find expected comment or line break')
  if (isBreak(cursor.peek())) cursor.readBreak()
  return token
}

function readWord(cursor: Cursor): string {
  const start = cursor.at
  while (isWord(cursor.peek())) cursor.skip()
  return cursor.text.slice(start, cursor.at)
}

function readVersion(cursor: Cursor): { readonly major: number; readonly minor: number } {
  const major = readNumber(cursor)
  if (cursor.peek() !== 0x2e) throw scannerFault(cursor, "did not find expected digit or '.' character")
  cursor.skip()
  return { major, minor: readNumber(cursor) }
}

const LONGEST = 2

function readNumber(cursor: Cursor): number {
  const start = cursor.at
  while (isDigit(cursor.peek())) {
    cursor.skip()
    if (cursor.at - start > LONGEST) throw scannerFault(cursor, 'found extremely long version number')
  }
  if (cursor.at === start) throw scannerFault(cursor, 'did not find expected version number')
  return Number(cursor.text.slice(start, cursor.at))
}

function readHandle(cursor: Cursor): { readonly handle: string; readonly prefix: string } {
  const handle = scanTagHandle(cursor, true)
  if (!isBlank(cursor.peek())) throw scannerFault(cursor, 'did not find expected whitespace')
  cursor.skipBlanks()
  const prefix = scanUri(cursor, '')
  if (!isBlankOrEnd(cursor.peek())) throw scannerFault(cursor, 'did not find expected whitespace or line break')
  return { handle, prefix }
}

import { type Cursor, TAB, isBlank, isBlankOrEnd, isBreak } from './cursor.js'
import { scannerFault } from './fault.js'
import { readSpace } from './scan-space.js'
import type { Token } from './token.js'

/** An unquoted scalar, and whether a line break follows it, after which a key may start. */
type PlainScalar = { readonly token: Token; readonly endsLine: boolean }

/** Scans an unquoted scalar in a block of the given indentation, or inside brackets. */
export function scanPlainScalar(cursor: Cursor, parent: number, inFlow: boolean): PlainScalar {
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

import { type Cursor, isBlank, isBreak } from './cursor.js'

/**
 * Skips blanks and line breaks in a scalar and returns their folded value: blanks without a line break are kept, a
 * single line break becomes a space, and of several the first is dropped. `isJoined` means that an escaped line break
 * came before. `onBlank` may reject a blank at the start of a line.
 */
export function readSpace(cursor: Cursor, isJoined: boolean, onBlank?: () => void): string {
  const start = cursor.at
  let inBreaks = isJoined
  let first = ''
  const others: string[] = []
  for (let code = cursor.peek(); isBlank(code) || isBreak(code); code = cursor.peek()) {
    if (isBlank(code)) {
      if (inBreaks) onBlank?.()
      cursor.skip()
    } else if (!inBreaks) {
      first = cursor.readBreak()
      inBreaks = true
    } else others.push(cursor.readBreak())
  }
  if (!inBreaks) return cursor.text.slice(start, cursor.at)
  if (first === '\n') return others.length === 0 ? ' ' : others.join('')
  return first + others.join('')
}

import { type Cursor, isBlank, isBreak } from './cursor.js'

/**
 * Goes past blanks and line breaks within a scalar, and returns what they count as: themselves where there is no line
 * break, a space for one, the others for more. `isJoined` says that a line break was taken away before them. `onBlank`
 * may refuse a blank that begins a line.
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

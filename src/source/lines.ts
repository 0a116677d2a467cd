import { firstPlace } from '../base/first-place.js'

const BREAK = /\r\n|[\n\r\x85\u2028\u2029]/g

/** A place in a text: its line and column, both from 1. */
export type LineColumn = { readonly line: number; readonly column: number }

/**
 * Tells the place of each offset of a text, before which there are so many lines. They are counted as far as was asked.
 */
export function createLines(text: string, before = 0): (at: number) => LineColumn {
  const starts = [0]
  let isAll = false
  const countTo = (at: number) => {
    for (let last = starts.at(-1) ?? 0; !isAll && last <= at;) {
      BREAK.lastIndex = last
      if (BREAK.test(text)) starts.push((last = BREAK.lastIndex))
      else isAll = true
    }
  }
  return (at) => {
    countTo(at)
    const line = firstPlace(starts.length, (place) => (starts[place] ?? Infinity) > at)
    return { line: before + line, column: at - (starts[line - 1] ?? 0) + 1 }
  }
}

/** How many lines a text has before its last. */
export function countBreaks(text: string): number {
  let count = 0
  BREAK.lastIndex = 0
  while (BREAK.test(text)) count++
  return count
}

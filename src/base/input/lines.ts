import { binarySearch } from '../lists/lists.js'

const BREAK = /\r\n|[\n\r\x85\u2028\u2029]/g

/** A position in a text: line and column, both from 1. */
export type LineColumn = { readonly line: number; readonly column: number }

/**
 * Returns a function from offsets of a text to positions; `before` lines precede the text. Lines are counted only as
 * far as needed.
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
    const line = binarySearch(starts.length, (place) => (starts[place] ?? Infinity) > at)
    return { line: before + line, column: at - (starts[line - 1] ?? 0) + 1 }
  }
}

/** Returns the number of line breaks of a text. */
export function countBreaks(text: string): number {
  let count = 0
  BREAK.lastIndex = 0
  while (BREAK.test(text)) count++
  return count
}

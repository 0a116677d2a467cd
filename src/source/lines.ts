import { firstPlace } from '../base/first-place.js'

const BREAK = /\r\n|[\n\r\x85\u2028\u2029]/g

/**
 * Tells the line and the column of each offset of a text, both from 1. Lines are counted when the first is asked for.
 */
export function createLines(text: string): (at: number) => { readonly line: number; readonly column: number } {
  let starts: number[] | undefined
  return (at) => {
    starts ??= [0, ...Array.from(text.matchAll(BREAK), ({ index, 0: { length } }) => index + length)]
    const found = starts
    const line = firstPlace(found.length, (place) => (found[place] ?? Infinity) > at)
    return { line, column: at - (found[line - 1] ?? 0) + 1 }
  }
}

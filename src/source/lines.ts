const BREAK = /\r\n|[\n\r\x85\u2028\u2029]/g

/** Tells the line and the column of each offset of a text, both from 1. Lines are counted when the first is asked for. */
export function createLines(text: string): (at: number) => { readonly line: number; readonly column: number } {
  let starts: number[] | undefined
  return (at) => {
    starts ??= [0, ...Array.from(text.matchAll(BREAK), ({ index, 0: { length } }) => index + length)]
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? Infinity) <= at) low = middle
      else high = middle
    }
    return { line: low + 1, column: at - (starts[low] ?? 0) + 1 }
  }
}

import { lowestOf } from '../../../base/lists/lists.js'
import { goQuote } from '../../../base/go/printable.js'

type Interval = readonly [first: number, last: number]

/** A fault in a list of Job indexes (`1,3-5`). */
export class IndexFault {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Counts the indexes in a list; each must be less than `completions`. */
export function countIndexes(list: string, completions: number): number | IndexFault {
  if (list === '') return 0
  let total = 0
  let before: number | undefined
  for (const text of list.split(',')) {
    const interval = parseInterval(text, completions)
    if (interval instanceof IndexFault) return interval
    const [first, last] = interval
    if (before !== undefined && before >= first)
      return new IndexFault(`non-increasing order, previous: ${before}, current: ${first}`)
    total += last - first + 1
    before = last
  }
  return total
}

/** Returns the lowest index that two lists share; malformed intervals are ignored. */
export function sharedIndex(list: string, other: string, completions: number): number | undefined {
  const intervals = (text: string) =>
    text === ''
      ? []
      : text
          .split(',')
          .map((each) => parseInterval(each, completions))
          .flatMap((each) => (each instanceof IndexFault ? [] : [each]))
  const others = intervals(other)
  const shared = intervals(list).flatMap(([first, last]) =>
    others.flatMap(([from, to]) => (first <= to && from <= last ? [Math.max(first, from)] : [])),
  )
  return shared.length > 0 ? lowestOf(shared) : undefined
}

function parseInterval(text: string, completions: number): Interval | IndexFault {
  const [from = '', to, ...more] = text.split('-')
  if (more.length > 0)
    return new IndexFault(
      `the fragment ${goQuote(text)} violates the requirement that an index interval can have at most two parts separated by '-'`,
    )
  const first = parseIndex(from, completions)
  if (first instanceof IndexFault) return first
  if (to === undefined) return [first, first]
  const last = parseIndex(to, completions)
  if (last instanceof IndexFault) return last
  return first < last ? [first, last] : new IndexFault(`non-increasing order, previous: ${first}, current: ${last}`)
}

function parseIndex(text: string, completions: number): number | IndexFault {
  if (!/^[+-]?\d+$/.test(text)) return new IndexFault(`cannot convert string to integer for index: ${goQuote(text)}`)
  return Number(text) >= completions ? new IndexFault(`too large index: ${goQuote(text)}`) : Number(text)
}

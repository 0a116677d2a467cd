import { highestOf } from '../lists/lists.js'
import { re2Parts } from './re2-parts.js'

/**
 * The maximum number of steps of a pattern; Go allows some three million, which would block this server for seconds.
 */
export const MOST_STEPS = 20_000

// The assumed size of a Unicode class, which has hundreds of ranges.
const UNICODE_CLASS = 100

/**
 * Returns an upper bound of the steps of a compiled pattern: the number of its parts, repeated parts counted as often
 * as they repeat, and the ranges of its classes, which repetitions share (regexp/syntax: maxRunes).
 */
export function patternSteps(pattern: string): number {
  if (pattern.length > 10 * MOST_STEPS) return Infinity
  // The sums before each open group, and the last part, which a repetition may follow.
  const open: number[] = []
  let sum = 0
  let last = 0
  let ranges = 0
  for (const part of re2Parts(pattern)) {
    if (part.startsWith('(')) {
      open.push(sum + last + 1)
      sum = last = 0
    } else if (part === ')') {
      last += sum + 1
      sum = open.pop() ?? 0
    } else if (/^\{./.test(part)) last *= highestOf([1, ...part.slice(1, -1).split(',').map(Number)])
    else {
      sum += last
      last = part.startsWith('\\Q') ? part.length : 1
      ranges += rangesOf(part)
    }
    if (sum + last + ranges > MOST_STEPS) return Infinity
  }
  return open.reduce((all, one) => all + one, sum + last + ranges)
}

function rangesOf(part: string): number {
  if (/^\\[pP]/.test(part)) return UNICODE_CLASS
  if (part.startsWith('[')) return part.length / 10 + UNICODE_CLASS * (part.split(/\\[pP]/).length - 1)
  return 0
}

/** How often a part may repeat, nested repetitions multiplied (regexp/syntax: repeatIsValid). */
const MOST_REPEATS = 1000

/** Returns the first repetition of a pattern that exceeds the limit; undefined if there is none. */
export function tooOften(pattern: string): string | undefined {
  // The highest repetition count before each open group, then within the current one, then of the last part.
  const open: number[] = []
  let most = 0
  let last = 0
  for (const part of re2Parts(pattern)) {
    if (part.startsWith('(')) {
      open.push(Math.max(most, last))
      most = last = 0
    } else if (part === ')') {
      last = Math.max(most, last)
      most = open.pop() ?? 0
    } else if (/^\{./.test(part)) {
      const [least = 0, bound = least] = part.slice(1, -1).split(',').map(Number)
      last = (bound || least) * Math.max(1, last)
      if (last > MOST_REPEATS) return part
    } else if (!/^[*+?]$/.test(part)) {
      most = Math.max(most, last)
      last = 0
    }
  }
  return undefined
}

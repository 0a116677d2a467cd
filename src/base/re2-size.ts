import { re2Parts } from './re2-parts.js'

/** The most steps a pattern may come to; Go takes some three million, which would hold a server for seconds here. */
export const MOST_STEPS = 20_000

// Classes of Unicode have hundreds of ranges.
const UNICODE_CLASS = 100

/**
 * Some bound of the steps a pattern comes to when it is compiled: its parts, those under a repetition as often as it
 * says.
 */
export function patternSteps(pattern: string): number {
  if (pattern.length > 10 * MOST_STEPS) return Infinity
  // What came before the groups that are open, and what may be repeated next.
  const open: number[] = []
  let sum = 0
  let last = 0
  for (const part of re2Parts(pattern)) {
    if (part.startsWith('(')) {
      open.push(sum + last + 1)
      sum = last = 0
    } else if (part === ')') {
      last += sum + 1
      sum = open.pop() ?? 0
    } else if (/^\{./.test(part)) last *= Math.max(1, ...part.slice(1, -1).split(',').map(Number))
    else {
      sum += last
      last = stepsOf(part)
    }
    if (sum + last > MOST_STEPS) return Infinity
  }
  return open.reduce((all, one) => all + one, sum + last)
}

function stepsOf(part: string): number {
  if (/^\\[pP]/.test(part)) return UNICODE_CLASS
  if (part.startsWith('\\Q')) return part.length
  if (part.startsWith('[')) return 1 + part.length / 10 + UNICODE_CLASS * (part.split(/\\[pP]/).length - 1)
  return 1
}

/** How often something may be repeated, with what repeats it in turn (regexp/syntax: repeatIsValid). */
const MOST_REPEATS = 1000

/** The first repetition of a pattern that comes to more than there may be; undefined for none. */
export function tooOften(pattern: string): string | undefined {
  // How often the parts of each open group are repeated at most, then those of the last part.
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

/** A range of indexes, inclusive. */
type Interval = { readonly first: number; readonly last: number }
/** Sorted ranges of indexes, as in a Job's status (`1,3-5`). */
export type Intervals = readonly Interval[]

/** Parses indexes less than the completions; skips what cannot be parsed (parseIndexesFromString). */
export function parseIntervals(text: string, completions: number): Intervals {
  const read: Interval[] = []
  for (const part of text === '' ? [] : text.split(',')) {
    const [from = '', to = from] = part.split('-')
    if (!/^[+]?\d+$/.test(from)) continue
    const first = Number(from)
    if (first >= completions) break
    if (/^[+]?\d+$/.test(to)) read.push({ first, last: Math.min(Number(to), completions - 1) })
  }
  return read.reduce<Intervals>((joined, each) => {
    const before = joined.at(-1)
    return before?.last === each.first - 1
      ? [...joined.slice(0, -1), { ...before, last: each.last }]
      : [...joined, each]
  }, [])
}

/** Formats indexes: two neighbours separately, more as a range. */
export const formatIntervals = (intervals: Intervals): string =>
  intervals
    .map(({ first, last }) =>
      last === first ? String(first) : last === first + 1 ? `${first},${last}` : `${first}-${last}`,
    )
    .join(',')

/** Returns the union. */
export function mergeIntervals(some: Intervals, others: Intervals): Intervals {
  const merged: Interval[] = []
  for (const each of [...some, ...others].sort((a, b) => a.first - b.first)) {
    const before = merged.at(-1)
    if (!before || each.first > before.last + 1) merged.push(each)
    else if (before.last < each.last) merged[merged.length - 1] = { ...before, last: each.last }
  }
  return merged
}

/** Adds indexes, in any order. */
export const withIndexes = (intervals: Intervals, indexes: Iterable<number>): Intervals =>
  mergeIntervals(
    intervals,
    [...indexes].sort((a, b) => a - b).map((index) => ({ first: index, last: index })),
  )

/** Returns the number of indexes. */
export const countOf = (intervals: Intervals): number =>
  intervals.reduce((sum, { first, last }) => sum + last - first + 1, 0)

/** Returns whether an index is contained. */
export const hasIndex = (intervals: Intervals, index: number): boolean =>
  intervals.some(({ first, last }) => first <= index && index <= last)

/** Returns the first indexes below a limit that are not contained. */
export function indexesBeside(intervals: Intervals, count: number, below: number): readonly number[] {
  const found: number[] = []
  let candidate = 0
  for (const { first, last } of [...intervals, { first: below, last: below }]) {
    for (; candidate < Math.min(first, below) && found.length < count; candidate++) found.push(candidate)
    candidate = Math.max(candidate, last + 1)
  }
  return found
}

/** Returns the number of indexes in the intersection. */
export const countShared = (some: Intervals, others: Intervals): number =>
  some.reduce(
    (sum, { first, last }) =>
      sum +
      others.reduce(
        (more, other) => more + Math.max(0, Math.min(last, other.last) - Math.max(first, other.first) + 1),
        0,
      ),
    0,
  )

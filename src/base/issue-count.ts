/**
 * The most faults that are told of one object. A server tells all, of which a request can have as many as it has bytes.
 */
export const MOST_ISSUES = 20_000

/** More is wrong with an object than can be told. */
class TooManyIssues extends Error {
  override readonly name = 'TooManyIssues'
}

let left = Infinity

/** Counts one more fault. Throws TooManyIssues where there may be no more, inside {@link withinIssues}. */
export function countIssue(): void {
  if (--left < 0) throw new TooManyIssues()
}

/**
 * Looks for faults further, of which so many were found in turns before, in which it ended; `note` is told how many
 * there are now.
 */
export function countingOn<T>(before: number, note: (found: number) => void, find: () => T): T {
  for (let i = 0; i < before; i++) countIssue()
  const begun = left
  try {
    return find()
  } finally {
    // Outside of withinIssues nothing is counted.
    note(before + (begun === Infinity ? 0 : begun - left))
  }
}

/** Looks for faults, of which there may be so many; `refuse` says what there is instead where there are more. */
export function withinIssues<T>(find: () => T, refuse: () => T): T {
  const before = left
  left = MOST_ISSUES
  try {
    return find()
  } catch (error) {
    if (error instanceof TooManyIssues) return refuse()
    throw error
  } finally {
    left = before
  }
}

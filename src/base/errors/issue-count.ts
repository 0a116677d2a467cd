/**
 * The maximum number of field errors reported for one object. A real server reports all of them, and a request can
 * cause as many as it has bytes.
 */
export const MOST_ISSUES = 20_000

/** Thrown when an object has more field errors than are reported. */
class TooManyIssues extends Error {
  override readonly name = 'TooManyIssues'
}

let left = Infinity

/** Counts one more field error. Throws TooManyIssues beyond the limit, inside {@link withinIssues}. */
export function countIssue(): void {
  if (--left < 0) throw new TooManyIssues()
}

/**
 * Continues a validation that found `before` field errors in earlier turns; `note` is called with the number found so
 * far.
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

/**
 * Runs a validation that may find at most {@link MOST_ISSUES} field errors; beyond that returns what `refuse` returns.
 */
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

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

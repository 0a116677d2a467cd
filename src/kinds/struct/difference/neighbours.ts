// The number of unchanged neighbours shown beside a change.
const CONTEXT = 2

/**
 * Returns how many unchanged elements between two changes are shown: after the preceding change, and before the
 * following one. `size` is the number of elements in a chunk.
 */
export function neighboursOf(stayed: number, size: number, isAfter: boolean, isBefore: boolean) {
  const first = isAfter ? Math.min(size * CONTEXT, stayed) : 0
  const last = isBefore ? Math.min(size * CONTEXT, stayed - first) : 0
  // Hiding a single chunk would save no space.
  return { first, last: stayed - first - last <= size ? stayed - first : last }
}

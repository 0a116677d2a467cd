// So many neighbours of a change are told.
const CONTEXT = 2

/**
 * How many of those that stayed between two changes are told: after the one before them and before the one that
 * follows. `size` is how many make one part of what is told.
 */
export function neighboursOf(stayed: number, size: number, isAfter: boolean, isBefore: boolean) {
  const first = isAfter ? Math.min(size * CONTEXT, stayed) : 0
  const last = isBefore ? Math.min(size * CONTEXT, stayed - first) : 0
  // One part alone takes no more room than the words for it.
  return { first, last: stayed - first - last <= size ? stayed - first : last }
}

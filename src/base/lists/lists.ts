/** Appends items to a list. Unlike `push(...more)` it works for more items than a call takes arguments. */
export function append<T>(list: T[], more: readonly T[]): void {
  for (let i = 0; i < more.length; i++) list.push(more[i] as T) // there is one at each index
}

/** Adds an item to the list that a map has for a key. */
export function addUnder<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/** Tells whether two lists have the same items; lists and maps in them are compared by identity. */
export function haveSameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/**
 * Binary search: returns the smallest index below `length` for which `isSo` is true, or `length` if there is none.
 * `isSo` must be false for all indices before and true from there on. Go's `sort.Search`.
 */
export function binarySearch(length: number, isSo: (place: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    // Not a bit shift, which is limited to 32 bits: indices may be times.
    const middle = Math.floor((low + high) / 2)
    if (isSo(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Makes a list with room for `length` items, to be filled in order. A list that grows to a million items leaves garbage
 * of three times its size.
 */
export function listOfLength<T>(length: number): T[] {
  const list: T[] = []
  list.length = length
  return list
}

/**
 * Returns a predicate that tells whether the value at an index of a list also occurs at an earlier index.
 *
 * @example
 * repeatsOf(['a', 'b', 'a'])(2) // true
 */
export function repeatsOf(values: readonly unknown[]): (place: number) => boolean {
  const seen = new Set<unknown>()
  const repeats = new Set<number>()
  values.forEach((value, place) => {
    if (seen.has(value)) repeats.add(place)
    seen.add(value)
  })
  return (place) => repeats.has(place)
}

// Unlike `Math.min(...numbers)` these take more numbers than a call takes arguments.

/** Returns the lowest of some numbers, Infinity if there are none. */
export function lowestOf(numbers: readonly number[]): number {
  let lowest = Infinity
  for (const number of numbers) lowest = Math.min(lowest, number)
  return lowest
}

/** Returns the highest of some numbers, -Infinity if there are none. */
export function highestOf(numbers: readonly number[]): number {
  let highest = -Infinity
  for (const number of numbers) highest = Math.max(highest, number)
  return highest
}

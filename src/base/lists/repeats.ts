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

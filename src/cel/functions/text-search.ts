// The built-in search is fast for short texts, but can take a second for long repetitive ones.
const LONG = 64
const MUCH = 1_000_000

/** Tells whether the built-in search for a text in another may take long. */
export const isHardToFind = (search: string, text: string): boolean =>
  search.length >= LONG && search.length * text.length > MUCH

/**
 * Returns all indices of a text in another, including overlapping ones, in time proportional to both (Knuth, Morris and
 * Pratt).
 */
export function placesOf(search: string, text: string): readonly number[] {
  const shorter = shorterEnds(search)
  const places: number[] = []
  let fits = 0
  for (let i = 0; i < text.length; i++) {
    fits = longer(search, shorter, fits, text.charCodeAt(i))
    if (fits < search.length) continue
    places.push(i + 1 - fits)
    fits = shorter[fits - 1] ?? 0
  }
  return places
}

/** Returns for each prefix of a text the length of its longest proper prefix that is also its suffix. */
function shorterEnds(search: string): Int32Array {
  const shorter = new Int32Array(search.length)
  for (let i = 1; i < search.length; i++)
    shorter[i] = longer(search, shorter, shorter[i - 1] ?? 0, search.charCodeAt(i))
  return shorter
}

/** Returns the length of the match after one more character. */
function longer(search: string, shorter: Int32Array, fits: number, code: number): number {
  let most = fits === search.length ? (shorter[fits - 1] ?? 0) : fits
  while (most > 0 && search.charCodeAt(most) !== code) most = shorter[most - 1] ?? 0
  return search.charCodeAt(most) === code ? most + 1 : 0
}

/** Splits a text at the non-overlapping occurrences of another, into at most `most` parts. */
export function partsBetween(text: string, search: string, most = Infinity): readonly string[] {
  const parts: string[] = []
  let from = 0
  for (const place of placesOf(search, text)) {
    if (parts.length + 1 >= most) break
    if (place < from) continue
    parts.push(text.slice(from, place))
    from = place + search.length
  }
  return [...parts, text.slice(from)]
}

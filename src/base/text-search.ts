// What a runtime does at once with short texts takes it a second with long ones that are nearly alike.
const LONG = 64
const MUCH = 1_000_000

/** Tells whether looking for a text in another by what the runtime has may take long. */
export const isHardToFind = (search: string, text: string): boolean =>
  search.length >= LONG && search.length * text.length > MUCH

/**
 * All the places of a text in another, overlapping ones too, in a time in proportion to both (Knuth, Morris and Pratt).
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

/** For each beginning of a text, how much of it is at its end too. */
function shorterEnds(search: string): Int32Array {
  const shorter = new Int32Array(search.length)
  for (let i = 1; i < search.length; i++)
    shorter[i] = longer(search, shorter, shorter[i - 1] ?? 0, search.charCodeAt(i))
  return shorter
}

/** How much of a text fits once another character has come. */
function longer(search: string, shorter: Int32Array, fits: number, code: number): number {
  let most = fits === search.length ? (shorter[fits - 1] ?? 0) : fits
  while (most > 0 && search.charCodeAt(most) !== code) most = shorter[most - 1] ?? 0
  return search.charCodeAt(most) === code ? most + 1 : 0
}

/** A text in the parts between some places of another that do not overlap, of which there are at most so many. */
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

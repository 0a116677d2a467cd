/** A pattern with `*` (any text, also the empty one) or `?` (any one character). */
type Glob = `${string}*${string}` | `${string}?${string}`

/** One pattern, or several of which at least one must match. */
export type Globs<Word extends string = string> = Word | Glob | readonly (Word | Glob)[]

/** Tells whether a text is a pattern rather than a literal word. */
export const isGlob = (text: string): boolean => /[*?]/.test(text)

/** Makes a predicate that matches whole texts; without patterns every text matches. */
export function createGlobTest(globs: Globs | undefined): (text: string) => boolean {
  if (globs === undefined) return () => true
  const tests = (typeof globs === 'string' ? [globs] : globs).map(createTest)
  const [only] = tests
  return only && tests.length === 1 ? only : (text) => tests.some((test) => test(text))
}

function createTest(glob: string): (text: string) => boolean {
  if (!isGlob(glob)) return (text) => text === glob
  const pieces = glob.split('*').map((piece) => [...piece])
  return (text) => matches(pieces, [...text])
}

/**
 * Finds the pieces between the stars, each at the first place after the one before it. No star needs backtracking, as
 * an expression such as `.*a.*b` would. The first piece starts the text and the last one ends it.
 */
function matches(pieces: readonly (readonly string[])[], text: readonly string[]): boolean {
  const [first = [], ...others] = pieces
  const last = others.pop()
  if (!isAt(first, text, 0)) return false
  if (last === undefined) return first.length === text.length
  const end = text.length - last.length
  let at = first.length
  for (const piece of others) {
    while (at + piece.length <= end && !isAt(piece, text, at)) at++
    if (at + piece.length > end) return false
    at += piece.length
  }
  return at <= end && isAt(last, text, end)
}

const isAt = (piece: readonly string[], text: readonly string[], at: number): boolean =>
  at + piece.length <= text.length && piece.every((character, i) => character === '?' || character === text[at + i])

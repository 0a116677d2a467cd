/** A pattern with `*` (any text, also none) or `?` (any one character). */
export type Glob = `${string}*${string}` | `${string}?${string}`

/** One pattern, or several of which one has to match. */
export type Globs<Word extends string = string> = Word | Glob | readonly (Word | Glob)[]

/** Tells whether a text is a pattern rather than a word. */
export const isGlob = (text: string): boolean => /[*?]/.test(text)

/** Makes a test of a whole text; without patterns every text passes. */
export function createGlobTest(globs: Globs | undefined): (text: string) => boolean {
  if (globs === undefined) return () => true
  const tests = (typeof globs === 'string' ? [globs] : globs).map(createTest)
  const [only] = tests
  return only && tests.length === 1 ? only : (text) => tests.some((test) => test(text))
}

function createTest(glob: string): (text: string) => boolean {
  if (!isGlob(glob)) return (text) => text === glob
  const pattern = new RegExp(
    `^${glob
      .replace(/[\\^$.+()[\]{}|]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    'su',
  )
  return (text) => pattern.test(text)
}

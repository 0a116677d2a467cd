/** The letters of names that are generated: none that makes words. */
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789'

/** A text of ASCII in the letters of generated names, as `rand.SafeEncodeString` of the real controllers writes it. */
export const safeText = (text: string): string =>
  [...text].map((character) => LETTERS[character.charCodeAt(0) % LETTERS.length]).join('')

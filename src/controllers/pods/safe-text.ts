/** The characters of generated names, without vowels, so that they form no words. */
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789'

/** Encodes ASCII text in the characters of generated names, as `rand.SafeEncodeString` does. */
export const safeText = (text: string): string =>
  [...text].map((character) => LETTERS[character.charCodeAt(0) % LETTERS.length]).join('')

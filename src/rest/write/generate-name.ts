const SUFFIX_LETTERS = 'bcdfghjklmnpqrstvwxz2456789'
const SUFFIX_LENGTH = 5
const MAX_GENERATED_BASE = 58

/** Makes a name from a generateName: its prefix and five random characters. */
export function generateName(base: string, random: () => number): string {
  let name = base.slice(0, MAX_GENERATED_BASE)
  for (let i = 0; i < SUFFIX_LENGTH; i++) name += SUFFIX_LETTERS[Math.floor(random() * SUFFIX_LETTERS.length)]
  return name
}

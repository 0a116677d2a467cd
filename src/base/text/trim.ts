/**
 * Removes the given characters from the end of a text. An expression such as `/=+$/` would scan each run of them
 * repeatedly.
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Removes the given characters from both ends of a text. */
export function trim(text: string, characters: string): string {
  const left = trimEnd(text, characters)
  let start = 0
  while (start < left.length && characters.includes(left.charAt(start))) start++
  return left.slice(start)
}

/**
 * A text without such characters at its end. An expression such as `/=+$/` would look at each run of them again and
 * again.
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** A text without such characters around it. */
export function trim(text: string, characters: string): string {
  const left = trimEnd(text, characters)
  let start = 0
  while (start < left.length && characters.includes(left.charAt(start))) start++
  return left.slice(start)
}

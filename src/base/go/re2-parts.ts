/**
 * Splits a pattern into tokens: an escape, a class, a quotation, the opening of a group, a repetition, or a character.
 */
export function re2Parts(pattern: string): readonly string[] {
  const parts: string[] = []
  for (let at = 0; at < pattern.length;) {
    const end = partEnd(pattern, at)
    parts.push(pattern.slice(at, end))
    at = end
  }
  return parts
}

const REPETITION = /\{\d{1,4}(?:,\d{0,4})?\}/y
const GROUP = /\((?:\?P?<\w{1,1000}>)?/y

function partEnd(pattern: string, at: number): number {
  const first = pattern.charAt(at)
  if (pattern.startsWith('\\Q', at)) {
    const end = pattern.indexOf('\\E', at)
    return end < 0 ? pattern.length : end + 2
  }
  if (first === '\\') return at + 2
  if (first === '[') return classEnd(pattern, at)
  const sticky = first === '{' ? REPETITION : first === '(' ? GROUP : undefined
  if (!sticky) return at + 1
  sticky.lastIndex = at
  return at + (sticky.exec(pattern)?.[0].length ?? 1)
}

/**
 * Returns the end of a character class; a bracket right after its start is a member of it. An unclosed class extends to
 * the end of the pattern.
 */
function classEnd(pattern: string, from: number): number {
  let at = from + 1
  if (pattern[at] === '^') at++
  if (pattern[at] === ']') at++
  for (; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++
    else if (pattern[at] === '[') {
      NAMED.lastIndex = at
      at += (NAMED.exec(pattern)?.[0].length ?? 1) - 1
    } else if (pattern[at] === ']') return at + 1
  }
  return pattern.length
}

const NAMED = /\[:\^?[a-z]{1,6}:\]/y

/**
 * Reads what `encodeJson` writes: like `JSON.parse`, but an integer that JavaScript would round becomes a bigint.
 *
 * @throws SyntaxError for invalid JSON
 */
export function readJson(text: string): unknown {
  // Hardly any text has such an integer.
  const found = LONG.test(text) ? roundedIntegers(text) : []
  if (found.length === 0) return JSON.parse(text)
  const mark = unusedIn(text)
  let end = 0
  const pieces = found.map(({ at, digits }) => {
    const before = text.slice(end, at)
    end = at + digits.length
    return `${before}"${mark}${digits}"`
  })
  return JSON.parse(`${pieces.join('')}${text.slice(end)}`, (_, member: unknown) =>
    typeof member === 'string' && member.startsWith(mark) ? BigInt(member.slice(mark.length)) : member,
  )
}

/** Every integer with fewer digits is exact as a JavaScript number. */
const LONG = /\d{16}/
const STRING_OR_LONG = /"|-?\d{16,}/g

type Found = { readonly at: number; readonly digits: string }

/** Finds the integers outside of strings that a JavaScript number cannot hold. */
function roundedIntegers(text: string): readonly Found[] {
  const found: Found[] = []
  const search = new RegExp(STRING_OR_LONG)
  for (let match = search.exec(text); match; match = search.exec(text)) {
    const [word] = match
    if (word === '"') {
      const end = endOfString(text, match.index)
      if (end < 0) break
      search.lastIndex = end + 1
    } else if (isInteger(text, match.index, word) && String(Number(word)) !== word)
      found.push({ at: match.index, digits: word })
  }
  return found
}

/** Tells whether digits are a whole JSON integer: not part of a fraction or an exponent, and without a leading zero. */
const isInteger = (text: string, at: number, digits: string): boolean =>
  /^-?[1-9]/.test(digits) && !/[.\deE+-]/.test(text.charAt(at - 1)) && !/[.eE]/.test(text.charAt(at + digits.length))

/** Returns a private-use character that does not occur in a text, not even escaped. */
function unusedIn(text: string): string {
  for (let code = 0xf8ff; code >= 0xe000; code--) {
    const mark = String.fromCharCode(code)
    if (!text.includes(mark) && !new RegExp(`\\\\u${code.toString(16)}`, 'i').test(text)) return mark
  }
  throw new SyntaxError('The text has every character for private use: there is none left to mark numbers with.')
}

const BACKSLASH = 0x5c

/** Returns the index of the closing quote of the JSON string that opens at `start`; -1 if there is none. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end > 0 && text.charCodeAt(end - 1) === BACKSLASH && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let from = at
  while (text.charCodeAt(from - 1) === BACKSLASH) from--
  return (at - from) % 2 === 1
}

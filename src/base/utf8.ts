// A byte order mark is a character.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes UTF-8 as Go's readers of JSON do: each byte that is no part of a character becomes one U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    return decodeLoosely(bytes)
  }
}

// What stands for a byte that is no part of a character takes three.
const REPLACEMENT = [0xef, 0xbf, 0xbd]

function decodeLoosely(bytes: Uint8Array): string {
  const mended = new Uint8Array(bytes.length * REPLACEMENT.length)
  let end = 0
  for (let at = 0; at < bytes.length;) {
    const width = validWidth(bytes, at)
    if (width === 0) {
      mended.set(REPLACEMENT, end)
      end += REPLACEMENT.length
      at++
    } else for (let i = 0; i < width; i++) mended[end++] = bytes[at++] ?? 0
  }
  return strict.decode(mended.subarray(0, end))
}

const ASCII = /^[\0-\x7f]*$/
const encoder = new TextEncoder()

/** How many bytes a text has in UTF-8. */
export const utf8Length = (text: string): number => (ASCII.test(text) ? text.length : encoder.encode(text).length)

// As many arguments as a call takes everywhere.
const PIECE = 8192

/** The bytes of a text in UTF-8, as one character each. */
export const byteText = (text: string): string => (ASCII.test(text) ? text : bytesText(encoder.encode(text)))

const charsOf = (bytes: Uint8Array): string => Reflect.apply(String.fromCharCode, undefined, bytes)

/** Bytes as one character each. */
export function bytesText(bytes: Uint8Array): string {
  let all = ''
  // Spread into arguments they would be gone through one by one, which takes seven times as long.
  for (let at = 0; at < bytes.length; at += PIECE) all += charsOf(bytes.subarray(at, at + PIECE))
  return all
}

/** The bytes that are one character each. */
export function charBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length)
  // Ten times quicker than a function for each.
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** How many bytes the character at an offset has; 0 where there is none. */
function validWidth(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const width = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
  const second = bytes[at + 1] ?? 0
  // Longer than need be, half of a character, or beyond the last one.
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  if (width === 0 || second < least || second > most) return 0
  for (let i = 2; i < width; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0
  return width
}

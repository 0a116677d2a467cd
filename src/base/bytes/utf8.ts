// With ignoreBOM a byte order mark is decoded as a character.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes UTF-8 as Go's JSON decoder does: each byte that is not part of a character becomes one U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    return decodeLoosely(bytes)
  }
}

// U+FFFD in UTF-8; it takes three bytes.
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

/** Returns the length of a text in UTF-8 bytes. */
export const utf8Length = (text: string): number => (ASCII.test(text) ? text.length : encoder.encode(text).length)

/** Returns the whole characters of a text that fit into a number of UTF-8 bytes. */
export const truncatedUtf8 = (text: string, bytes: number): string =>
  utf8Length(text) <= bytes ? text : text.slice(0, encoder.encodeInto(text, new Uint8Array(bytes)).read)

// The number of arguments a call can take on every platform.
const PIECE = 8192

/** Returns the UTF-8 bytes of a text as one character each. */
export const byteText = (text: string): string => (ASCII.test(text) ? text : bytesText(encoder.encode(text)))

const charsOf = (bytes: Uint8Array): string => Reflect.apply(String.fromCharCode, undefined, bytes)

/** Returns bytes as one character each. */
export function bytesText(bytes: Uint8Array): string {
  let all = ''
  // Spreading them into arguments would iterate over them one by one, which takes seven times as long.
  for (let at = 0; at < bytes.length; at += PIECE) all += charsOf(bytes.subarray(at, at + PIECE))
  return all
}

/** Converts one character each back to bytes. */
export function charBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length)
  // Ten times faster than a callback for each.
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** Returns the length of the valid UTF-8 sequence at an offset; 0 if it is invalid. */
function validWidth(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const width = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
  const second = bytes[at + 1] ?? 0
  // Rejects overlong forms, surrogates, and code points beyond the last.
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  if (width === 0 || second < least || second > most) return 0
  for (let i = 2; i < width; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0
  return width
}

/** A text to be read as YAML. */
export type YamlText = {
  readonly text: string
  /** The error in what follows the text; the reader reports it when it gets there. */
  readonly fault?: string
  /**
   * Whether quoted text may also use JSON escapes (`\\/`, and surrogate pairs), which the server's reader does not
   * accept.
   */
  readonly jsonEscapes?: boolean
}

// Anything but YAML's printable characters.
const FORBIDDEN = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
const CONTROL = 'control characters are not allowed'

/** Prepares a text that is already decoded. */
export function yamlTextOf(text: string): YamlText {
  const at = text.search(FORBIDDEN)
  const start = text.startsWith('\ufeff') ? 1 : 0
  return at < 0 ? { text: text.slice(start) } : { text: text.slice(start, at), fault: CONTROL }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes bytes as the server's YAML reader does: UTF-8 or, after a byte order mark, UTF-16; only printable characters
 * are allowed.
 */
export function decodeYamlText(bytes: Uint8Array): YamlText {
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined
  if (wide !== undefined) return yamlTextOf(new TextDecoder(wide).decode(bytes))
  try {
    const text = utf8.decode(bytes)
    if (!FORBIDDEN.test(text)) return { text }
  } catch {
    // The error is located below.
  }
  return upToFault(bytes)
}

// The server's reader reads in pieces of this size, and reports an error when it reads the piece with it.
const PIECE = 512

function upToFault(bytes: Uint8Array): YamlText {
  let piece = 0
  for (let at = 0; at < bytes.length;) {
    const width = widthOf(bytes[at] ?? 0)
    if (at + Math.max(width, 1) > Math.min(piece + PIECE, bytes.length)) piece = at
    const fault = faultAt(bytes, at, width)
    if (fault !== undefined) return { text: utf8.decode(bytes.subarray(0, piece)), fault }
    at += width
  }
  return { text: utf8.decode(bytes) }
}

const widthOf = (byte: number): number =>
  byte < 0x80 ? 1 : (byte & 0xe0) === 0xc0 ? 2 : (byte & 0xf0) === 0xe0 ? 3 : (byte & 0xf8) === 0xf0 ? 4 : 0

// The lowest code point for each number of bytes.
const LEAST = [0, 0, 0x80, 0x800, 0x10000]

function faultAt(bytes: Uint8Array, at: number, width: number): string | undefined {
  const first = bytes[at] ?? 0
  if (width === 0) return 'invalid leading UTF-8 octet'
  if (at + width > bytes.length) return 'incomplete UTF-8 octet sequence'
  let code = width === 1 ? first : first & (0x7f >> width)
  for (let i = 1; i < width; i++) {
    const next = bytes[at + i] ?? 0
    if ((next & 0xc0) !== 0x80) return 'invalid trailing UTF-8 octet'
    code = (code << 6) | (next & 0x3f)
  }
  if (code < (LEAST[width] ?? 0)) return 'invalid length of a UTF-8 sequence'
  if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) return 'invalid Unicode character'
  return FORBIDDEN.test(String.fromCodePoint(code)) && !(at === 0 && code === 0xfeff) ? CONTROL : undefined
}

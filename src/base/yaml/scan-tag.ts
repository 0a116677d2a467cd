import { type Cursor, hexValue, isBlankOrEnd, isWord } from './cursor.js'
import { scannerFault } from './fault.js'
import type { Token } from './token.js'

/** Scans an anchor (`&a`) or an alias (`*a`). */
export function scanAnchor(cursor: Cursor, type: 'anchor' | 'alias'): Token {
  const { at, line } = cursor
  cursor.skip()
  while (isWord(cursor.peek())) cursor.skip()
  const value = cursor.text.slice(at + 1, cursor.at)
  const next = cursor.peek()
  if (value === '' || !(isBlankOrEnd(next) || '?:,]}%@`'.includes(String.fromCharCode(next))))
    throw scannerFault(cursor, 'did not find expected alphabetic or numeric character')
  return { type, at, line, value }
}

/** Scans a tag (`!`, `!local`, `!!str`, `!handle!suffix`, `!<uri>`). */
export function scanTag(cursor: Cursor): Token {
  const { at, line } = cursor
  const parts = cursor.peek(1) === 0x3c ? readVerbatim(cursor) : readShorthand(cursor)
  if (!isBlankOrEnd(cursor.peek())) throw scannerFault(cursor, 'did not find expected whitespace or line break')
  return { type: 'tag', at, line, ...parts }
}

type Parts = { readonly handle: string; readonly suffix: string }

function readVerbatim(cursor: Cursor): Parts {
  cursor.skip(2)
  const suffix = scanUri(cursor, '')
  if (cursor.peek() !== 0x3e) throw scannerFault(cursor, "did not find the expected '>'")
  cursor.skip()
  return { handle: '', suffix }
}

function readShorthand(cursor: Cursor): Parts {
  const handle = scanTagHandle(cursor, false)
  if (handle.length > 1 && handle.endsWith('!')) return { handle, suffix: scanUri(cursor, '') }
  const suffix = scanUri(cursor, handle)
  return suffix === '' ? { handle: '', suffix: '!' } : { handle: '!', suffix }
}

/** Scans a tag handle (`!`, `!!`, `!name!`); in a directive it must be complete. */
export function scanTagHandle(cursor: Cursor, inDirective: boolean): string {
  if (cursor.peek() !== 0x21) throw scannerFault(cursor, "did not find expected '!'")
  const start = cursor.at
  cursor.skip()
  while (isWord(cursor.peek())) cursor.skip()
  if (cursor.peek() === 0x21) cursor.skip()
  else if (inDirective && cursor.at - start > 1) throw scannerFault(cursor, "did not find expected '!'")
  return cursor.text.slice(start, cursor.at)
}

const URI = ";/?:@&=+$,.!~*'()[]"

/** Scans a URI, whose start was already scanned as a handle. */
export function scanUri(cursor: Cursor, head: string): string {
  const start = cursor.at
  let uri = head.slice(1)
  let from = start
  for (
    let code = cursor.peek();
    isWord(code) || code === 0x25 || (code !== 0 && URI.includes(String.fromCharCode(code)));
  ) {
    if (code === 0x25) {
      uri += cursor.text.slice(from, cursor.at) + readEscapes(cursor)
      from = cursor.at
    } else cursor.skip()
    code = cursor.peek()
  }
  if (head === '' && cursor.at === start) throw scannerFault(cursor, 'did not find expected tag URI')
  return uri + cursor.text.slice(from, cursor.at)
}

/** Reads the percent-encoded octets of one character. */
function readEscapes(cursor: Cursor): string {
  const octets: number[] = []
  let width = 1
  do {
    const octet = hexValue(cursor.peek(1)) * 16 + hexValue(cursor.peek(2))
    if (cursor.peek() !== 0x25 || Number.isNaN(octet)) throw scannerFault(cursor, 'did not find URI escaped octet')
    if (octets.length > 0) {
      if ((octet & 0xc0) !== 0x80) throw scannerFault(cursor, 'found an incorrect trailing UTF-8 octet')
    } else {
      width =
        octet < 0x80 ? 1 : (octet & 0xe0) === 0xc0 ? 2 : (octet & 0xf0) === 0xe0 ? 3 : (octet & 0xf8) === 0xf0 ? 4 : 0
      if (width === 0) throw scannerFault(cursor, 'found an incorrect leading UTF-8 octet')
    }
    octets.push(octet)
    cursor.skip(3)
  } while (octets.length < width)
  return new TextDecoder().decode(new Uint8Array(octets))
}

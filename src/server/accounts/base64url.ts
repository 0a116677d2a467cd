import { bytesText, charBytes } from '../../base/bytes/utf8.js'

/** Encodes bytes in base64url without padding (RFC 4648, section 5). */
export const encodeBytes = (bytes: Uint8Array): string =>
  btoa(bytesText(bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')

/** Decodes base64url; undefined if it is invalid. */
export function decodeBytes(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined
  return charBytes(atob(text.replaceAll('-', '+').replaceAll('_', '/')))
}

/** Encodes a text in base64url. */
export const encodeText = (text: string): string => encodeBytes(new TextEncoder().encode(text))

/** Decodes a big-endian integer in base64url. */
export function numberOf(text: string): bigint {
  let hex = ''
  for (const byte of decodeBytes(text) ?? []) hex += byte.toString(16).padStart(2, '0')
  return BigInt(`0x${hex || '0'}`)
}

/** Returns the big-endian bytes of an integer, at least `size` of them. */
export function bytesOfNumber(number: bigint, size = 0): Uint8Array {
  const hex = number.toString(16)
  const even = hex.padStart(Math.max(size * 2, hex.length + (hex.length % 2)), '0')
  return Uint8Array.from({ length: even.length / 2 }, (_, i) => parseInt(even.slice(i * 2, i * 2 + 2), 16))
}

/** A DER element: its tag, its content, and the whole element. */
export type Element = { readonly tag: number; readonly content: Uint8Array; readonly whole: Uint8Array }

/** The tags of the elements that certificates consist of. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  bytes: 0x04,
  id: 0x06,
  utcTime: 0x17,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** Parses consecutive DER elements, at most `most` of them; undefined if the bytes are malformed. */
export function elementsOf(bytes: Uint8Array, most = Infinity): readonly Element[] | undefined {
  const elements: Element[] = []
  let at = 0
  while (at < bytes.length && elements.length < most) {
    const tag = bytes[at] ?? 0
    const first = bytes[at + 1]
    if (first === undefined) return undefined
    const more = first < 0x80 ? 0 : first - 0x80
    const start = at + 2 + more
    const length = more === 0 ? first : bytes.slice(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0)
    if (more > 4 || start + length > bytes.length) return undefined
    elements.push({ tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(at, start + length) })
    at = start + length
  }
  return elements
}

/** Returns the elements inside an element; none if there is no element or its content is malformed. */
export const partsOf = (element: Element | undefined): readonly Element[] =>
  (element && elementsOf(element.content)) ?? []

/** Encodes a DER element with the given parts as its content. */
export function der(tag: number, ...parts: readonly (readonly number[] | Uint8Array)[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  const made = new Uint8Array(1 + size.length + length)
  made.set([tag, ...size])
  let at = 1 + size.length
  for (const part of parts) {
    made.set(part, at)
    at += part.length
  }
  return made
}

/** Encodes a non-negative integer, given as big-endian bytes. */
export const derNumber = (bytes: readonly number[] | Uint8Array): Uint8Array =>
  der(TAG.integer, (bytes[0] ?? 0) >= 0x80 ? [0] : [], bytes)

/** Encodes an object identifier (`2.5.29.15`); its first two numbers share one byte. */
export function derId(text: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return der(TAG.id, [first * 40 + second, ...rest.flatMap(septets)])
}

/** Encodes a number in groups of seven bits, all but the last of which have the continuation bit set. */
function septets(number: number): readonly number[] {
  const groups = [number & 0x7f]
  for (let left = number >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
  return groups
}

/** Decodes an object identifier into the form `2.5.29.15`. */
export function idOf(element: Element | undefined): string {
  const [first = 0, ...rest] = element?.content ?? []
  const numbers = [Math.floor(first / 40), first % 40]
  let number = 0
  for (const byte of rest) {
    number = number * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    numbers.push(number)
    number = 0
  }
  return numbers.join('.')
}

/** An element of DER: its tag, what is in it, and all of it. */
export type Element = { readonly tag: number; readonly content: Uint8Array; readonly whole: Uint8Array }

/** Tags of elements that certificates are made of. */
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

/** The elements that follow each other in some DER, so many at most; undefined where they do not come out. */
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

/** The elements inside an element; none where there is no element, or they do not come out. */
export const partsOf = (element: Element | undefined): readonly Element[] =>
  (element && elementsOf(element.content)) ?? []

/** An element of some parts, in DER. */
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

/** A number that is not negative, of its bytes, the highest first. */
export const derNumber = (bytes: readonly number[] | Uint8Array): Uint8Array =>
  der(TAG.integer, (bytes[0] ?? 0) >= 0x80 ? [0] : [], bytes)

/** An object identifier (`2.5.29.15`); the first two numbers are one byte. */
export function derId(text: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return der(TAG.id, [first * 40 + second, ...rest.flatMap(septets)])
}

/** A number in groups of seven bits, of which all but the last say that more follow. */
function septets(number: number): readonly number[] {
  const groups = [number & 0x7f]
  for (let left = number >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
  return groups
}

/** The numbers of an object identifier, as bytes tell it, in the form `2.5.29.15`. */
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

/** An encoded field, or several. */
export type Bytes = Uint8Array<ArrayBuffer>

const utf8 = new TextEncoder()
const VARINT = 0
const LENGTH_DELIMITED = 2

/** Encoded parts, one after the other. */
export function joined(parts: readonly Bytes[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** A message as a field; an empty one counts. */
export const message = (field: number, ...parts: readonly Bytes[]): Bytes => delimited(field, joined(parts))

/** Text as a field; empty or missing text is left out. */
export const text = (field: number, value: string | undefined): Bytes =>
  value ? delimited(field, utf8.encode(value)) : NOTHING

/** A boolean as a field; false is left out. */
export const flag = (field: number, value: boolean | undefined): Bytes =>
  value ? new Uint8Array([...varint((field << 3) | VARINT), 1]) : NOTHING

/** Each value as a field of that number. */
export const texts = (field: number, values: readonly string[] = []): Bytes =>
  joined(values.map((value) => delimited(field, utf8.encode(value))))

const NOTHING: Bytes = new Uint8Array()

function delimited(field: number, content: Bytes): Bytes {
  const head = [...varint((field << 3) | LENGTH_DELIMITED), ...varint(content.length)]
  const bytes = new Uint8Array(head.length + content.length)
  bytes.set(head)
  bytes.set(content, head.length)
  return bytes
}

function varint(value: number): readonly number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128)
  return [...bytes, rest]
}

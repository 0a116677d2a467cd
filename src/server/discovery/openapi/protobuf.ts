/** One or more encoded fields. */
export type Bytes = Uint8Array<ArrayBuffer>

const utf8 = new TextEncoder()
const VARINT = 0
const EIGHT_BYTES = 1
const LENGTH_DELIMITED = 2

/** Concatenates encoded parts. */
export function joined(parts: readonly Bytes[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Encodes a message field, even if empty. */
export const message = (field: number, ...parts: readonly Bytes[]): Bytes => delimited(field, joined(parts))

/** Encodes a string field; an empty or missing one is omitted. */
export const text = (field: number, value: string | undefined): Bytes =>
  value ? delimited(field, utf8.encode(value)) : NOTHING

/** Encodes a boolean field; false is omitted. */
export const flag = (field: number, value: boolean | undefined): Bytes => (value ? truth(field, value) : NOTHING)

/** Encodes one of several possible fields that is a boolean, false too. */
export const truth = (field: number, value: boolean): Bytes =>
  new Uint8Array([...varint((field << 3) | VARINT), value ? 1 : 0])

/** Encodes a field that is a natural number; zero is omitted. */
export const whole = (field: number, value: number): Bytes =>
  value === 0 ? NOTHING : new Uint8Array([...varint((field << 3) | VARINT), ...varint(value)])

/** Encodes a field that is a floating point number, zero too. */
export function number(field: number, value: number): Bytes {
  const head = varint((field << 3) | EIGHT_BYTES)
  const bytes = new Uint8Array(head.length + 8)
  bytes.set(head)
  new DataView(bytes.buffer).setFloat64(head.length, value, true)
  return bytes
}

/** Encodes a repeated string field. */
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
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return [...bytes, rest]
}

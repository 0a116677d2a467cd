import { GoText, goJson, goQuote, jsonOf } from '../../base/go/printable.js'
import { encodeJson } from '../../base/json/json.js'
import { goTimeString } from '../../base/time/time.js'

/** Formats a struct like Go's `%#v`: `core.EventSource{Component:"c", Host:""}`, and as JSON with these names. */
export function goStruct(
  type: string,
  members: { readonly [member: string]: string | number | boolean | GoText | undefined },
): GoText {
  const print = (value: unknown) =>
    value instanceof GoText
      ? value.text
      : typeof value === 'string'
        ? goQuote(value)
        : value === undefined
          ? '""'
          : String(value)
  const entries = Object.entries(members)
  return new GoText(
    `${type}{${entries.map(([member, value]) => `${member}:${print(value)}`).join(', ')}}`,
    () => `{${entries.map(([member, value]) => `"${member}":${jsonOf(value ?? '')}`).join(',')}}`,
  )
}

/** Formats a pointer, whose address is arbitrary, like Go's `%#v`, and what it points to as JSON. */
export const goPointer = (type: string, value: unknown): GoText =>
  new GoText(`(*${type})(${value === undefined ? 'nil' : '0xc000000000'})`, () => jsonOf(value ?? null))

/** Formats a list of structs; an undefined list is a nil slice. */
export const goList = (type: string, items: readonly GoText[] | undefined): GoText =>
  new GoText(items ? `[]${type}{${items.map(({ text }) => text).join(', ')}}` : `[]${type}(nil)`, () =>
    items ? `[${items.map(jsonOf).join(',')}]` : 'null',
  )

/** Formats a list of strings like Go's `%#v`; an undefined list is a nil slice. */
export const goStrings = (list: readonly string[] | undefined, type = 'string'): GoText =>
  new GoText(list ? `[]${type}{${list.map(goQuote).join(', ')}}` : `[]${type}(nil)`, () => goJson(list ?? null))

/** Formats a Time like Go; an unset one is the zero value. As JSON it has no fraction of a second. */
export const goTime = (time: string | null | undefined): GoText =>
  new GoText(goMicroTime(time).text, () => goJson(time?.replace(/\.\d+/, '') ?? null))

/** Formats a MicroTime like Go. */
export const goMicroTime = (time: string | null | undefined): GoText =>
  new GoText(time ? goTimeString(time) : '0001-01-01 00:00:00 +0000 UTC', () => goJson(time ?? null))

/** Formats bytes like Go's `%#v`, as a `[]byte` or, within a struct, a `[]uint8`. */
export function goBytes(type: '[]byte' | '[]uint8', bytes: Uint8Array | undefined): GoText {
  if (!bytes) return new GoText(`${type}(nil)`)
  const isPadded = type === '[]byte'
  // Writes into a byte array, as concatenating strings for two million bytes would take half a second.
  const out = new Uint8Array(bytes.length * '0x00, '.length)
  let end = 0
  // Iterating over them takes three times as long.
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    out[end++] = ZERO
    out[end++] = X
    if (isPadded || byte > 0xf) out[end++] = digit(byte >> 4)
    out[end++] = digit(byte & 0xf)
    out[end++] = COMMA
    out[end++] = SPACE
  }
  return new GoText(`${type}{${ascii.decode(out.subarray(0, Math.max(0, end - ', '.length)))}}`)
}

const [ZERO, X, COMMA, SPACE] = [0x30, 0x78, 0x2c, 0x20]
const digit = (value: number): number => value + (value < 10 ? ZERO : 0x57)
const ascii = new TextDecoder()

const utf8 = new TextEncoder()

/** Formats a value of no declared type like Go's `%#v` of its RawExtension, the bytes of its JSON; none is null. */
export function goRaw(value: unknown): GoText {
  const bytes = value === undefined || value === null ? undefined : utf8.encode(JSON.stringify(value))
  const text = `runtime.RawExtension{Raw:${goBytes('[]uint8', bytes).text}, Object:runtime.Object(nil)}`
  return new GoText(text, () => encodeJson(value ?? null))
}

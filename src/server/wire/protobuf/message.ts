import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { setOwn } from '../../../base/json/json.js'
import { endPart, forgetProgress, progressOf } from '../../../base/turns/work-in-parts.js'
import { ProtobufFault, inGoWords } from './fault.js'
import { isZero, readScalar, wireTypeOf, zeroOf } from './scalar.js'
import { jsonOf } from './special.js'
import { type Field, type Message, messageOf } from './table.js'

/** Returns the JSON name of a field, as the profile spells it. */
export type Rename = (member: string) => string

type Members = { [name: string]: unknown }

/**
 * Decodes a message to the JSON that a Go client would have written.
 *
 * @throws ProtobufFault
 */
export function decodeMessage(name: string, bytes: Uint8Array, rename: Rename): unknown {
  const short = name.slice(name.lastIndexOf('.') + 1)
  const message = messageOf(name)!
  const members = inGoWords(short, () => readMembers(message, short, bytes, rename))
  for (const field of message.values()) if (field.shown) showZero(field, rename, members)
  return jsonOf(name, members)
}

/** How far the bytes of a message were read, and the result so far. */
type Reading = { readonly reader: BinaryReader; readonly into: Members; end: number }

/** Maximum size in bytes of a message that is read in a single turn. */
const SHORT = 4096

function readMembers(message: Message, name: string, bytes: Uint8Array, rename: Rename): Members {
  const begin = (): Reading => ({ reader: new BinaryReader(bytes), into: {}, end: 0 })
  // Each turn makes a new view of a nested message, but over the same buffer at the same offset.
  const place = bytes.byteOffset
  const reading = bytes.length > SHORT ? progressOf(bytes.buffer, place, begin) : begin()
  const { reader, into } = reading
  reader.pos = reading.end
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag()
    const field = message.get(number)
    if (wire === WireType.EndGroup) throw new ProtobufFault(`proto: ${name}: wiretype end group for non-group`)
    if (field) readField(reader, wire, field, rename, into)
    else reader.skip(wire, number)
    reading.end = reader.pos
    endPart()
  }
  forgetProgress(bytes.buffer, place)
  return into
}

function readField(reader: BinaryReader, wire: WireType, field: Field, rename: Rename, into: Members): void {
  const name = rename(field.name)
  switch (field.form) {
    case 'list':
      readElements(reader, wire, field, rename, (into[name] ??= []) as unknown[]) // only ever set here
      return
    case 'map': {
      checkWire(wire, WireType.LengthDelimited, field)
      const { key, value } = readEntry(reader.bytes(), field, rename)
      setOwn((into[name] ??= {}) as Members, key, value) // only ever set here
      return
    }
  }
  const value = readValue(reader, wire, field, rename)
  if (name === '') Object.assign(into, value)
  else if (value === undefined || (field.form === 'plain' && field.type !== 'json' && isZero(value))) delete into[name]
  else into[name] = value
}

function readElements(reader: BinaryReader, wire: WireType, field: Field, rename: Rename, list: unknown[]): void {
  const own = wireTypeOf(field.type)
  if (wire !== WireType.LengthDelimited || own === wire) {
    list.push(readValue(reader, wire, field, rename))
    return
  }
  const packed = new BinaryReader(reader.bytes())
  while (packed.pos < packed.len) list.push(readValue(packed, own, field, rename))
}

function readEntry(bytes: Uint8Array, field: Field, rename: Rename): { readonly key: string; readonly value: unknown } {
  const reader = new BinaryReader(bytes)
  let key = ''
  let value = zeroOf(field.type) ?? decodeMessage(field.message, new Uint8Array(), rename)
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag()
    if (number === 1) key = reader.string()
    else if (number === 2) value = readValue(reader, wire, field, rename)
    else reader.skip(wire, number)
  }
  return { key, value }
}

function readValue(reader: BinaryReader, wire: WireType, field: Field, rename: Rename): unknown {
  checkWire(wire, wireTypeOf(field.type), field)
  return field.type === 'message'
    ? decodeMessage(field.message, reader.bytes(), rename)
    : readScalar(reader, field.type)
}

function checkWire(given: WireType, expected: WireType, { name }: Field): void {
  if (given !== expected)
    throw new ProtobufFault(
      `proto: wrong wireType = ${given} for field ${name === 'metadata' ? 'ObjectMeta' : name.charAt(0).toUpperCase() + name.slice(1)}`,
    )
}

function showZero({ name, form, type, message }: Field, rename: Rename, into: Members): void {
  if (name === '') return
  into[rename(name)] ??=
    form !== 'plain' ? null : (zeroOf(type) ?? decodeMessage(message, new Uint8Array(), rename) ?? null)
}

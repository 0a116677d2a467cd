import { WireType, base64Decode } from '@bufbuild/protobuf/wire'
import { compareBytes, encodeJson, getOwn, isObject, type JsonObject } from '../../../base/json/json.js'
import type { Rename } from './message.js'
import { wireTypeOf } from './scalar.js'
import { membersOfSpecial } from './special.js'
import { type Field, type Scalar, messageOf } from './table.js'
import type { BackwardWriter } from './writer.js'

/** Encodes a JSON value as a message; a missing value is encoded as the zero value. */
export type WriteMessage = (writer: BackwardWriter, value: unknown) => void

type WriteField = (writer: BackwardWriter, members: JsonObject) => void

/**
 * Makes a lookup of message encoders by name (`core.v1.Pod`). They encode like the marshallers of k8s.io/api: fields
 * ordered by number, maps by key, and every zero value that is not a pointer. An unknown message is empty.
 */
export function createMessageWriters(rename: Rename): (name: string) => WriteMessage {
  const known = new Map<string, WriteMessage>()
  const writerOf = (name: string): WriteMessage => {
    const made = known.get(name) ?? messageWriter(name, rename, writerOf)
    known.set(name, made)
    return made
  }
  return writerOf
}

type WriterOf = (name: string) => WriteMessage

const NO_MEMBERS: JsonObject = {}

function messageWriter(name: string, rename: Rename, writerOf: WriterOf): WriteMessage {
  const fields = [...(messageOf(name) ?? [])]
    .sort(([a], [b]) => b - a)
    .map(([number, field]) => fieldWriter(number, field, rename, writerOf))
  const special = membersOfSpecial(name)
  return (writer, value) => {
    const members = special ? special(value) : isObject(value) ? value : NO_MEMBERS
    for (const write of fields) write(writer, members)
  }
}

function fieldWriter(number: number, field: Field, rename: Rename, writerOf: WriterOf): WriteField {
  const name = field.name === '' ? '' : rename(field.name)
  const put = valueWriter(number, field, writerOf)
  switch (field.form) {
    case 'list':
      return (writer, members) => {
        const items = members[name]
        if (Array.isArray(items)) for (let i = items.length - 1; i >= 0; i--) put(writer, items[i])
      }
    case 'map': {
      const putEntry = entryWriter(number, field, writerOf)
      return (writer, members) => {
        const map = members[name]
        if (isObject(map)) for (const key of Object.keys(map).sort(descending)) putEntry(writer, key, getOwn(map, key))
      }
    }
    default: {
      // Empty bytes differ from absent ones, pointer or not.
      const isLeftOut = field.form === 'pointer' || field.type === 'bytes' || field.type === 'json'
      if (name === '') return put
      return (writer, members) => {
        const value = members[name]
        if (!isLeftOut || (value !== undefined && value !== null)) put(writer, value)
      }
    }
  }
}

const descending = (a: string, b: string): number => compareBytes(b, a)

/** Makes the encoder of a field: the value, then (as writing goes backwards) its tag. */
function valueWriter(number: number, { type, message }: Field, writerOf: WriterOf): WriteMessage {
  const tag = tagOf(number, wireTypeOf(type))
  if (type !== 'message') {
    const write = SCALARS[type]
    return (writer, value) => {
      write(writer, value)
      writer.varint(tag)
    }
  }
  // Looked up at first use, as messages may be recursive.
  let write: WriteMessage | undefined
  return (writer, value) => {
    const { length } = writer
    write ??= writerOf(message)
    write(writer, value)
    writer.varint(writer.length - length)
    writer.varint(tag)
  }
}

/** Makes the encoder of a map entry, a message of a key and a value. */
function entryWriter(
  number: number,
  field: Field,
  writerOf: WriterOf,
): (writer: BackwardWriter, key: string, value: unknown) => void {
  const tag = tagOf(number, WireType.LengthDelimited)
  const putValue = valueWriter(2, field, writerOf)
  return (writer, key, value) => {
    const { length } = writer
    if (field.type !== 'bytes' || typeof value === 'string') putValue(writer, value)
    writer.text(key)
    writer.varint(KEY)
    writer.varint(writer.length - length)
    writer.varint(tag)
  }
}

const tagOf = (number: number, wire: WireType): number => ((number << 3) | wire) >>> 0
const KEY = tagOf(1, WireType.LengthDelimited)

const utf8 = new TextEncoder()
const integer: WriteMessage = (writer, value) =>
  writer.integer(typeof value === 'bigint' ? value : Math.trunc(Number(value ?? 0)) || 0)

const SCALARS: { readonly [S in Scalar]: WriteMessage } = {
  string: (writer, value) => writer.text(typeof value === 'string' ? value : String(value ?? '')),
  bytes: (writer, value) => writer.block(base64Decode(String(value ?? ''))),
  json: (writer, value) => writer.block(utf8.encode(encodeJson(value))),
  bool: (writer, value) => writer.varint(value === true ? 1 : 0),
  int32: integer,
  int64: integer,
  float64: (writer, value) => writer.double(Number(value ?? 0)),
}

import { badRequest, plainError } from '../../../base/errors/status.js'
import { goQuote } from '../../../base/go/printable.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import { type Profile, kubernetesProfile } from '../../../model/registry/profile.js'
import { structNameOf } from '../../../model/registry/struct-schema.js'
import { bodySummary } from '../../../base/errors/body-summary.js'
import { unknownFormat } from '../body.js'
import { hasMessage } from '../has-message.js'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { ProtobufFault, inGoWords } from './fault.js'
import { isZero, readScalar, wireTypeOf, zeroOf } from './scalar.js'
import { jsonOf } from './special.js'
import { type Field, type Message, type Messages, messageName, messagesOf } from './table.js'
import { setOwn } from '../../../base/json/json.js'
import { endPart, forgetProgress, progressOf } from '../../../base/turns/work-in-parts.js'

/**
 * Decodes a protobuf body to an object, for create and update.
 *
 * @throws StatusError 415 for a kind without messages, 400 with the message of the server's decoder
 */
export function protobufObject(bytes: Uint8Array, def: KindDef, profile: Profile): unknown {
  // Looked up by its own struct: a custom resource may share its kind's name with a built-in one, in a similarly named
  // group.
  const message = hasMessage(def) ? structNameOf(def.component) : undefined
  if (message === undefined) throw unknownFormat(['application/json', 'application/yaml'])
  const { apiVersion, kind } = def
  const decoded = decodeObject(bytes, { apiVersion, kind, message }, messagesOf(profile))
  if (decoded.error === undefined) return decoded.value
  const { type, error } = decoded
  throw badRequest(
    type
      ? `${type.kind} in version ${goQuote(type.apiVersion.split('/').at(-1) ?? '')} cannot be handled as a ${def.kind}: ${error}`
      : `the object provided is unrecognized (must be of type ${def.kind}): ${error} (${bodySummary(bytes)})`,
  )
}

/**
 * Decodes a protobuf body to DeleteOptions.
 *
 * @throws StatusError 500 with the message of the server's decoder
 */
export function protobufOptions(bytes: Uint8Array): unknown {
  const decoded = decodeObject(bytes, DELETE_OPTIONS, messagesOf(kubernetesProfile))
  if (decoded.error !== undefined) throw plainError(decoded.error)
  return decoded.value
}

const DELETE_OPTIONS = { apiVersion: 'meta.k8s.io/v1', kind: 'DeleteOptions', message: 'meta.v1.DeleteOptions' }

/** The kind and apiVersion of a body. */
type TypeMeta = { readonly apiVersion: string; readonly kind: string }

/** The expected type of a body, and the name of its message (`core.v1.Pod`). */
type Expected = TypeMeta & { readonly message: string }

/** A body decoded to JSON, or the error of Go's decoder; `type` is set once the envelope could be read. */
type DecodedObject =
  { readonly value: unknown; readonly error?: undefined } | { readonly error: string; readonly type?: TypeMeta }

/**
 * Decodes an object in its envelope, as `expected` if that states no type. A type without a message is returned with
 * only its kind and apiVersion.
 */
export function decodeObject(bytes: Uint8Array, expected: Expected, messages: Messages): DecodedObject {
  let type: TypeMeta | undefined
  try {
    const envelope = inGoWords('Unknown', () => readEnvelope(bytes))
    type = { apiVersion: envelope.apiVersion || expected.apiVersion, kind: envelope.kind || expected.kind }
    const isExpected = type.apiVersion === expected.apiVersion && type.kind === expected.kind
    const name = isExpected ? expected.message : messageName(type.apiVersion, type.kind)
    const value = messages.find(name) ? decodeMessage(name, envelope.raw, messages) : {}
    return { value: { ...type, ...(value as object) } } // no kind is one of the special messages
  } catch (error) {
    if (error instanceof ProtobufFault) return { error: error.message, ...(type ? { type } : {}) }
    throw error
  }
}

const MAGIC = [0x6b, 0x38, 0x73, 0x00]

type Envelope = { readonly apiVersion: string; readonly kind: string; readonly raw: Uint8Array }

function readEnvelope(bytes: Uint8Array): Envelope {
  if (bytes.length === 0) throw new ProtobufFault('empty data')
  if (!MAGIC.every((byte, at) => bytes[at] === byte))
    throw new ProtobufFault(
      `provided data does not appear to be a protobuf message, expected prefix [${MAGIC.join(' ')}]`,
    )
  if (bytes.length === MAGIC.length) throw new ProtobufFault('empty body')
  const { 1: typeMeta, 2: raw } = readBlocks(bytes.subarray(MAGIC.length))
  const { 1: apiVersion, 2: kind } = readBlocks(typeMeta ?? NOTHING)
  return { apiVersion: new TextDecoder().decode(apiVersion), kind: new TextDecoder().decode(kind), raw: raw ?? NOTHING }
}

const NOTHING = new Uint8Array()

/** Returns the length-delimited fields of a message by number. */
function readBlocks(bytes: Uint8Array): { readonly [number: number]: Uint8Array } {
  const reader = new BinaryReader(bytes)
  const blocks: { [number: number]: Uint8Array } = {}
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag()
    if (wire === 2) blocks[number] = reader.bytes()
    else reader.skip(wire, number)
  }
  return blocks
}

type Members = { [name: string]: unknown }

/**
 * Decodes a message to the JSON that a Go client would have written.
 *
 * @throws ProtobufFault
 */
export function decodeMessage(name: string, bytes: Uint8Array, messages: Messages): unknown {
  const short = name.slice(name.lastIndexOf('.') + 1)
  const message = messages.find(name)!
  const members = inGoWords(short, () => readMembers(message, short, bytes, messages))
  for (const field of message.values()) if (field.shown) showZero(field, messages, members)
  return jsonOf(name, members)
}

/** How far the bytes of a message were read, and the result so far. */
type Reading = { readonly reader: BinaryReader; readonly into: Members; end: number }

/** Maximum size in bytes of a message that is read in a single turn. */
const SHORT = 4096

function readMembers(message: Message, name: string, bytes: Uint8Array, messages: Messages): Members {
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
    if (field) readField(reader, wire, field, messages, into)
    else reader.skip(wire, number)
    reading.end = reader.pos
    endPart()
  }
  forgetProgress(bytes.buffer, place)
  return into
}

function readField(reader: BinaryReader, wire: WireType, field: Field, messages: Messages, into: Members): void {
  const name = messages.rename(field.name)
  switch (field.form) {
    case 'list':
      readElements(reader, wire, field, messages, (into[name] ??= []) as unknown[]) // only ever set here
      return
    case 'map': {
      checkWire(wire, WireType.LengthDelimited, field)
      const { key, value } = readEntry(reader.bytes(), field, messages)
      setOwn((into[name] ??= {}) as Members, key, value) // only ever set here
      return
    }
  }
  const value = readValue(reader, wire, field, messages)
  if (name === '') Object.assign(into, value)
  else if (value === undefined || (field.form === 'plain' && field.type !== 'json' && isZero(value))) delete into[name]
  else into[name] = value
}

function readElements(reader: BinaryReader, wire: WireType, field: Field, messages: Messages, list: unknown[]): void {
  const own = wireTypeOf(field.type)
  if (wire !== WireType.LengthDelimited || own === wire) {
    list.push(readValue(reader, wire, field, messages))
    return
  }
  const packed = new BinaryReader(reader.bytes())
  while (packed.pos < packed.len) list.push(readValue(packed, own, field, messages))
}

function readEntry(
  bytes: Uint8Array,
  field: Field,
  messages: Messages,
): { readonly key: string; readonly value: unknown } {
  const reader = new BinaryReader(bytes)
  let key = ''
  let value = zeroOf(field.type) ?? decodeMessage(field.message, new Uint8Array(), messages)
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag()
    if (number === 1) key = reader.string()
    else if (number === 2) value = readValue(reader, wire, field, messages)
    else reader.skip(wire, number)
  }
  return { key, value }
}

function readValue(reader: BinaryReader, wire: WireType, field: Field, messages: Messages): unknown {
  checkWire(wire, wireTypeOf(field.type), field)
  return field.type === 'message'
    ? decodeMessage(field.message, reader.bytes(), messages)
    : readScalar(reader, field.type)
}

function checkWire(given: WireType, expected: WireType, { name }: Field): void {
  if (given !== expected)
    throw new ProtobufFault(
      `proto: wrong wireType = ${given} for field ${name === 'metadata' ? 'ObjectMeta' : name.charAt(0).toUpperCase() + name.slice(1)}`,
    )
}

function showZero({ name, form, type, message }: Field, messages: Messages, into: Members): void {
  if (name === '') return
  into[messages.rename(name)] ??=
    form !== 'plain' ? null : (zeroOf(type) ?? decodeMessage(message, new Uint8Array(), messages) ?? null)
}

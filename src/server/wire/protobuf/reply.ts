import type { Outcome } from '../../../model/call/outcome.js'
import type { WatchEvent } from '../../../model/call/watch-event.js'
import { type JsonObject, compareBytes, encodeJson, getOwn, isObject } from '../../../base/json/json.js'
import { mustHave } from '../../../base/must-have.js'
import { isInTurns, throughItems } from '../../../base/turns/work-in-parts.js'
import type { Profile } from '../../../model/registry/profile.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import { structNameOf } from '../../../model/registry/struct-schema.js'
import type { KubeObject } from '../../../schema/object.js'
import type { FrameEncoder, Transformer } from '../reply.js'
import { type Field, type Messages, type Scalar, messageName, messagesOf } from './table.js'
import { WireType, base64Decode } from '@bufbuild/protobuf/wire'
import { wireTypeOf } from './scalar.js'
import { membersOfSpecial } from './special.js'

/** Encodes a JSON value as a message; a missing value is encoded as the zero value. */
type WriteMessage = (writer: BackwardWriter, value: unknown) => void

type WriteField = (writer: BackwardWriter, members: JsonObject) => void

/**
 * Makes a lookup of message encoders by name (`core.v1.Pod`). They encode like the marshallers of k8s.io/api: fields
 * ordered by number, maps by key, and every zero value that is not a pointer. An unknown message is empty.
 */
export function createMessageWriters(messages: Messages): (name: string) => WriteMessage {
  const known = new Map<string, WriteMessage>()
  const writerOf = (name: string): WriteMessage => {
    const made = known.get(name) ?? messageWriter(name, messages, writerOf)
    known.set(name, made)
    return made
  }
  return writerOf
}

type WriterOf = (name: string) => WriteMessage

const NO_MEMBERS: JsonObject = {}

function messageWriter(name: string, messages: Messages, writerOf: WriterOf): WriteMessage {
  const fields = [...(messages.find(name) ?? [])]
    .sort(([a], [b]) => b - a)
    .map(([number, field]) => fieldWriter(number, field, messages.rename, writerOf))
  const special = membersOfSpecial(name)
  return (writer, value) => {
    const members = special ? special(value) : isObject(value) ? value : NO_MEMBERS
    for (const write of fields) write(writer, members)
  }
}

function fieldWriter(number: number, field: Field, rename: Messages['rename'], writerOf: WriterOf): WriteField {
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

/** Encodes replies in protobuf. */
export type BinaryEncoder = {
  /** Returns the body for an outcome; undefined if it is not an API object. */
  readonly body: (outcome: Outcome) => Bytes | undefined
  /**
   * Makes the encoder of watch events for a kind, each with a length prefix; objects are passed through `transformer`
   * first.
   */
  readonly frames: (def: KindDef, transformer?: Transformer) => FrameEncoder
}

const encoders = new Map<Profile, BinaryEncoder>()

/** Returns the encoder for clusters of a profile: with its field names, and with a cache of encoded objects. */
export function binaryEncoderOf(profile: Profile): BinaryEncoder {
  const encoder = encoders.get(profile) ?? createBinaryEncoder(messagesOf(profile))
  encoders.set(profile, encoder)
  return encoder
}

function createBinaryEncoder(all: Messages): BinaryEncoder {
  const messages = createMessageWriters(all)
  const writer = new BackwardWriter()
  // Objects are immutable, so their bytes are cached, except for long ones, whose memory that would double.
  const written = new WeakMap<object, Bytes>()
  /** The encoded items of the list that is being assembled. */
  let held: ReadonlyMap<object, Bytes> | undefined
  const writeObject = (def: KindDef, object: KubeObject): void => {
    const known = written.get(object) ?? held?.get(object)
    if (known) return writer.put(known)
    const { length } = writer
    messages(messageOfKind(def))(writer, object)
    const size = writer.length - length
    if (size <= LONGEST_KEPT) written.set(object, writer.copy(size))
  }
  const writeItems = (def: KindDef, items: readonly KubeObject[]): void => {
    for (let i = items.length - 1; i >= 0; i--) {
      const { length } = writer
      const item = items[i]
      if (item) writeObject(def, item)
      writer.varint(writer.length - length)
      writer.varint(ITEMS)
    }
  }
  const tools: Tools = { all, messages, writer, writeObject, writeItems }
  /** Returns the bytes that `write` writes; undefined if it writes nothing. */
  const bytesOf = (write: () => boolean): Bytes | undefined => {
    try {
      return write() ? writer.copy() : undefined
    } finally {
      writer.clear()
    }
  }
  // The last frame is cached, since an event is mostly sent to all its watches before the next one.
  let last:
    { readonly type: WatchEvent['type']; readonly object: WeakRef<KubeObject>; readonly bytes: Bytes } | undefined
  const frame = (def: KindDef, event: WatchEvent, transformer?: Transformer): Bytes =>
    mustHave(
      bytesOf(() => writeFrame(tools, def, event, transformer)),
      'the message of an event',
    )
  return {
    body(outcome) {
      // Items are encoded first, possibly over several event-loop turns; assembling the list is then fast.
      held = outcome.type === 'list' && isInTurns() ? longItems(tools, outcome) : undefined
      try {
        return bytesOf(() => writeOutcome(tools, outcome))
      } finally {
        held = undefined
      }
    },
    frames: (def, transformer) => (event) => {
      if (transformer || event.type === 'ERROR') return frame(def, event, transformer)
      const { type, object } = event
      if (last?.type !== type || last.object.deref() !== object)
        last = { type, object: new WeakRef(object), bytes: frame(def, event) }
      return last.bytes
    },
  }
}

const LONGEST_KEPT = 64 * 1024

/**
 * Encodes the items of a list ahead of assembling it, possibly over several event-loop turns; returns those that are
 * not cached.
 */
const longItems = (
  { writer, writeObject }: Tools,
  { def, items }: Extract<Outcome, { type: 'list' }>,
): ReadonlyMap<object, Bytes> => {
  const begin = () => new Map<object, Bytes>()
  return throughItems(items, longItems, begin, (all, item) => {
    writeObject(def, item)
    const { length } = writer
    if (length > LONGEST_KEPT) all.set(item, writer.copy())
    writer.clear()
    return PARTS_OF_ITEM + length / BYTES_OF_PART
  })
}

const PARTS_OF_ITEM = 8
const BYTES_OF_PART = 128

type Tools = {
  readonly all: Messages
  readonly messages: (name: string) => WriteMessage
  readonly writer: BackwardWriter
  readonly writeObject: (def: KindDef, object: KubeObject) => void
  readonly writeItems: (def: KindDef, items: readonly KubeObject[]) => void
}

const messageOfKind = ({ component }: KindDef): string => structNameOf(component) ?? ''

/** Writes the envelope of an outcome; false if it is not an API object. */
function writeOutcome(tools: Tools, outcome: Outcome): boolean {
  const { messages, writer, writeObject, writeItems } = tools
  switch (outcome.type) {
    case 'object':
      writeEnvelope(writer, outcome.object, () => writeObject(outcome.def, outcome.object))
      return true
    case 'list': {
      const { def, items, metadata } = outcome
      writeEnvelope(writer, { apiVersion: def.apiVersion, kind: def.names.listKind }, () => {
        writeItems(def, items)
        const { length } = writer
        messages('meta.v1.ListMeta')(writer, metadata)
        writer.varint(writer.length - length)
        writer.varint(METADATA)
      })
      return true
    }
    case 'status':
      return writeTyped(tools, outcome.status)
    case 'document':
      return writeTyped(tools, outcome.body)
    default:
      return false
  }
}

/** Writes the envelope of an object that states its type; false if that has no message. */
function writeTyped({ all, messages, writer }: Tools, value: unknown): boolean {
  const type = typeOf(value)
  const name = type && messageName(type.apiVersion || 'v1', type.kind)
  if (type === undefined || name === undefined || !all.find(name)) return false
  writeEnvelope(writer, type, () => messages(name)(writer, value))
  return true
}

type TypeMeta = { readonly apiVersion: string; readonly kind: string }

/** Returns the type that a value states; the APIVersions of `/api` state no apiVersion. */
function typeOf(value: unknown): TypeMeta | undefined {
  if (!isObject(value)) return undefined
  const { apiVersion = '', kind } = value
  return typeof apiVersion === 'string' && typeof kind === 'string' ? { apiVersion, kind } : undefined
}

// Tags of length-delimited fields: of lists, runtime.Unknown, runtime.TypeMeta and meta.v1.WatchEvent.
const METADATA = 0x0a
const ITEMS = 0x12
const TYPE_META = 0x0a
const RAW = 0x12
const API_VERSION = 0x0a
const KIND = 0x12
const EVENT_TYPE = 0x0a
const EVENT_OBJECT = 0x12
const EVENT_RAW = 0x0a
/** Empty contentEncoding and contentType. */
const NO_ENCODING = Uint8Array.of(0x1a, 0, 0x22, 0)
const MAGIC = Uint8Array.of(0x6b, 0x38, 0x73, 0)

function writeEnvelope(writer: BackwardWriter, { apiVersion, kind }: TypeMeta, writeRaw: () => void): void {
  writer.put(NO_ENCODING)
  const beforeRaw = writer.length
  writeRaw()
  writer.varint(writer.length - beforeRaw)
  writer.varint(RAW)
  const beforeType = writer.length
  writer.text(kind)
  writer.varint(KIND)
  writer.text(apiVersion)
  writer.varint(API_VERSION)
  writer.varint(writer.length - beforeType)
  writer.varint(TYPE_META)
  writer.put(MAGIC)
}

/**
 * Writes a watch event with its length prefix (runtime: the length-delimited framer); false if it does not hold an API
 * object.
 */
function writeFrame(tools: Tools, def: KindDef, event: WatchEvent, transformer: Transformer | undefined): boolean {
  const { writer, writeObject } = tools
  if (event.type !== 'ERROR' && !transformer) writeEnvelope(writer, event.object, () => writeObject(def, event.object))
  else if (!writeTyped(tools, event.type === 'ERROR' ? event.status : transformer?.(event.object))) return false
  writer.varint(writer.length)
  writer.varint(EVENT_RAW)
  writer.varint(writer.length)
  writer.varint(EVENT_OBJECT)
  writer.text(event.type)
  writer.varint(EVENT_TYPE)
  const { length } = writer
  writer.put(Uint8Array.of(length >>> 24, length >>> 16, length >>> 8, length))
  return true
}

/** Bytes with a buffer of their own. */
type Bytes = Uint8Array<ArrayBuffer>

const SMALL = 4096
const LARGE = 1 << 20
// Beyond this many characters the platform's encoder is faster.
const SHORT = 48

/** Writes the wire format backwards: each value before its length prefix. */
export class BackwardWriter {
  #bytes = new Uint8Array(SMALL)
  #at = SMALL

  /** Number of bytes written. */
  get length(): number {
    return this.#bytes.length - this.#at
  }

  /** Returns a copy of the bytes written last, or of all. */
  copy(length: number = this.length): Bytes {
    return this.#bytes.slice(this.#at, this.#at + length)
  }

  /** Discards everything written. */
  clear(): void {
    if (this.#bytes.length > LARGE) this.#bytes = new Uint8Array(SMALL)
    this.#at = this.#bytes.length
  }

  /** Writes bytes as they are. */
  put(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length)
    this.#at -= bytes.length
    this.#bytes.set(bytes, this.#at)
  }

  /** Writes an unsigned number of at most 32 bits: a tag or a length. */
  varint(value: number): void {
    this.#makeRoom(5)
    if (value < 0x80) {
      this.#bytes[--this.#at] = value
      return
    }
    const size = value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5
    this.#at -= size
    let rest = value
    for (let i = 0; i < size - 1; i++, rest >>>= 7) this.#bytes[this.#at + i] = (rest & 0x7f) | 0x80
    this.#bytes[this.#at + size - 1] = rest
  }

  /** Writes a 64-bit integer; a negative one takes ten bytes. */
  integer(value: number | bigint): void {
    if (value >= 0 && value <= 0xffff_ffff) return this.varint(Number(value))
    const digits: number[] = []
    let rest = BigInt.asUintN(64, BigInt(value))
    for (; rest > 0x7fn; rest >>= 7n) digits.push(Number(rest & 0x7fn) | 0x80)
    this.put(Uint8Array.of(...digits, Number(rest)))
  }

  /** Writes a 64-bit float. */
  double(value: number): void {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setFloat64(0, value, true)
    this.put(bytes)
  }

  /** Writes bytes with a length prefix. */
  block(bytes: Uint8Array): void {
    this.put(bytes)
    this.varint(bytes.length)
  }

  /** Writes text with a length prefix. */
  text(text: string): void {
    const { length } = text
    if (length > SHORT) return this.block(utf8.encode(text))
    this.#makeRoom(length)
    const start = this.#at - length
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i)
      if (code >= 0x80) return this.block(utf8.encode(text))
      this.#bytes[start + i] = code
    }
    this.#at = start
    this.varint(length)
  }

  #makeRoom(size: number): void {
    if (this.#at >= size) return
    const { length } = this
    const bytes = new Uint8Array(Math.max(this.#bytes.length * 2, length + size))
    bytes.set(this.#bytes.subarray(this.#at), bytes.length - length)
    this.#at = bytes.length - length
    this.#bytes = bytes
  }
}

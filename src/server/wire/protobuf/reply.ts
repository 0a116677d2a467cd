import type { Outcome } from '../../../model/call/outcome.js'
import type { WatchEvent } from '../../../model/call/watch-event.js'
import { isObject } from '../../../base/json/json.js'
import { mustHave } from '../../../base/must-have.js'
import { isInTurns, throughItems } from '../../../base/turns/work-in-parts.js'
import type { Profile } from '../../../model/registry/profile.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import { structNameOf } from '../../../model/registry/struct-schema.js'
import { namesOf } from '../../../model/registry/translate.js'
import type { KubeObject } from '../../../schema/object.js'
import type { FrameEncoder, Transformer } from '../reply.js'
import { type WriteMessage, createMessageWriters } from './encode.js'
import { messageName, messageOf } from './table.js'
import { BackwardWriter, type Bytes } from './writer.js'

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
  const encoder = encoders.get(profile) ?? createBinaryEncoder(profile)
  encoders.set(profile, encoder)
  return encoder
}

function createBinaryEncoder(profile: Profile): BinaryEncoder {
  const messages = createMessageWriters(namesOf(profile).member)
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
  const tools: Tools = { messages, writer, writeObject, writeItems }
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
  readonly messages: (name: string) => WriteMessage
  readonly writer: BackwardWriter
  readonly writeObject: (def: KindDef, object: KubeObject) => void
  readonly writeItems: (def: KindDef, items: readonly KubeObject[]) => void
}

const messageOfKind = ({ component }: KindDef): string => structNameOf(component) ?? ''

/** Writes the envelope of an outcome; false if it is not an API object. */
function writeOutcome({ messages, writer, writeObject, writeItems }: Tools, outcome: Outcome): boolean {
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
      return writeTyped(messages, writer, outcome.status)
    case 'document':
      return writeTyped(messages, writer, outcome.body)
    default:
      return false
  }
}

/** Writes the envelope of an object that states its type; false if that has no message. */
function writeTyped(messages: Tools['messages'], writer: BackwardWriter, value: unknown): boolean {
  const type = typeOf(value)
  const name = type && messageName(type.apiVersion || 'v1', type.kind)
  if (type === undefined || name === undefined || !messageOf(name)) return false
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
  const { messages, writer, writeObject } = tools
  if (event.type !== 'ERROR' && !transformer) writeEnvelope(writer, event.object, () => writeObject(def, event.object))
  else if (!writeTyped(messages, writer, event.type === 'ERROR' ? event.status : transformer?.(event.object)))
    return false
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

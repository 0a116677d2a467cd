import type { Outcome } from '../../api/outcome.js'
import type { WatchEvent } from '../../api/watch-event.js'
import { isObject } from '../../base/json.js'
import { mustHave } from '../../base/must-have.js'
import { isInTurns, throughItems } from '../../base/parts.js'
import type { Profile } from '../../registry/profile.js'
import type { KindDef } from '../../registry/kind-def.js'
import { structNameOf } from '../../registry/struct-schema.js'
import { namesOf } from '../../registry/translate.js'
import type { KubeObject } from '../../schema/object.js'
import type { FrameEncoder, Transformer } from '../reply.js'
import { type WriteMessage, createMessageWriters } from './encode.js'
import { messageName, messageOf } from './table.js'
import { BackwardWriter, type Bytes } from './writer.js'

/** Writes replies in protobuf. */
export type BinaryEncoder = {
  /** The body of an outcome; undefined where it is none of the API's objects. */
  readonly body: (outcome: Outcome) => Bytes | undefined
  /**
   * Makes what writes the events of a watch on a kind, each after its length; of objects that are transformed, what
   * `transformer` makes of them.
   */
  readonly frames: (def: KindDef, transformer?: Transformer) => FrameEncoder
}

const encoders = new Map<Profile, BinaryEncoder>()

/** What writes the replies of clusters of a profile: in its names, and each object once for every reader. */
export function binaryEncoderOf(profile: Profile): BinaryEncoder {
  const encoder = encoders.get(profile) ?? createBinaryEncoder(profile)
  encoders.set(profile, encoder)
  return encoder
}

function createBinaryEncoder(profile: Profile): BinaryEncoder {
  const messages = createMessageWriters(namesOf(profile).member)
  const writer = new BackwardWriter()
  // Objects are immutable, so each is encoded once: but for long ones, which their bytes would double.
  const written = new WeakMap<object, Bytes>()
  /** Items of a list that is put together. */
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
  /** What is written; undefined where there is nothing to write. */
  const bytesOf = (write: () => boolean): Bytes | undefined => {
    try {
      return write() ? writer.copy() : undefined
    } finally {
      writer.clear()
    }
  }
  // An event mostly goes to all its watchers before the next one, so the last frame is kept.
  let last:
    { readonly type: WatchEvent['type']; readonly object: WeakRef<KubeObject>; readonly bytes: Bytes } | undefined
  const frame = (def: KindDef, event: WatchEvent, transformer?: Transformer): Bytes =>
    mustHave(
      bytesOf(() => writeFrame(tools, def, event, transformer)),
      'the message of an event',
    )
  return {
    body(outcome) {
      // Written one by one first, which may take several turns, they are only put together.
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
 * Writes the items of a list one by one, which may take several turns, so that they are only put together; returns
 * those that are not kept.
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

/** Writes the envelope of an outcome; false where it is none of the API's objects. */
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

/** Writes the envelope of an object that says what it is; false where that has no message. */
function writeTyped(messages: Tools['messages'], writer: BackwardWriter, value: unknown): boolean {
  const type = typeOf(value)
  const name = type && messageName(type.apiVersion || 'v1', type.kind)
  if (type === undefined || name === undefined || !messageOf(name)) return false
  writeEnvelope(writer, type, () => messages(name)(writer, value))
  return true
}

type TypeMeta = { readonly apiVersion: string; readonly kind: string }

/** What a value says it is; the versions of `/api` are of none. */
function typeOf(value: unknown): TypeMeta | undefined {
  if (!isObject(value)) return undefined
  const { apiVersion = '', kind } = value
  return typeof apiVersion === 'string' && typeof kind === 'string' ? { apiVersion, kind } : undefined
}

// Tags of fields that have a length: of the lists, of runtime.Unknown, of runtime.TypeMeta, of meta.v1.WatchEvent.
const METADATA = 0x0a
const ITEMS = 0x12
const TYPE_META = 0x0a
const RAW = 0x12
const API_VERSION = 0x0a
const KIND = 0x12
const EVENT_TYPE = 0x0a
const EVENT_OBJECT = 0x12
const EVENT_RAW = 0x0a
/** An encoding and a media type, both empty. */
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
 * Writes an event of a watch after its length (runtime: the length-delimited framer); false where it holds none of the
 * API's objects.
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

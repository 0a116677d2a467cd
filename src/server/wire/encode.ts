import { haveSameItems } from '../../base/lists/lists.js'
import { encodeJson, isObject } from '../../base/json/json.js'
import { countParts, mapInParts, throughItems } from '../../base/turns/work-in-parts.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { ListMeta, Outcome } from '../../model/call/outcome.js'
import type { WatchEvent } from '../../model/call/watch-event.js'
import type { KubeObject } from '../../schema/object.js'
import type { ReplyFormat } from './accept.js'
import { mustHave } from '../../base/must-have.js'
import { PROTOBUF } from './body.js'
import type { BinaryEncoder } from './protobuf/reply.js'
import type { FrameEncoder, Reply, Transformer } from './reply.js'
import { spoil } from './spoil.js'

type Bytes = Uint8Array<ArrayBuffer>

/** What a reply depends on besides its outcome. */
export type EncodeOptions = {
  readonly format: ReplyFormat
  readonly pretty: boolean
  readonly auditId: string
  /** The time of the reply by the cluster's clock, in the format of the header Date. */
  readonly date: string
  /** Whether the request was a write: its result is seldom read again before it changes, so its text is not cached. */
  readonly written: boolean
  /** Transforms the objects of a watch. */
  readonly transformer?: Transformer
  /** The encoder, if the format is protobuf. */
  readonly binary?: BinaryEncoder
  /** The encoder, if the format is YAML. */
  readonly yaml?: (value: unknown) => string
  /** The encoder of what may be long; it returns undefined if it is not. */
  readonly long?: (value: object, end: string) => readonly Bytes[] | undefined
}

const utf8 = new TextEncoder()

/** Maximum size in bytes of an encoded list that is cached. */
const LARGEST_LIST = 16 << 20

/** Encodes an outcome as a reply. */
export type Encode = (outcome: Outcome, options: EncodeOptions) => Reply

/** The latest results, which are likely to be requested again. */
type Last = {
  /** The last list of each kind. */
  readonly lists: WeakMap<KindDef, { readonly items: readonly KubeObject[]; readonly pieces: readonly Bytes[] }>
  /** Documents that are sent again. */
  readonly documents: WeakMap<object, Reply['body']>
  readonly frame: FrameEncoder
  /** The texts of managedFields, of those that were met again; empty for the others. */
  readonly managers: Map<readonly object[], string>
}

/** Makes the encoder of one cluster; its cache is released with the cluster. */
export function createEncode(): Encode {
  const last: Last = { lists: new WeakMap(), documents: new WeakMap(), frame: createFrame(), managers: new Map() }
  return encode.bind(undefined, last)
}

// Of many watches that are opened at once, some 25 have their replies in the same turn.
const PARTS_OF_WATCH = 100

function encode(last: Last, outcome: Outcome, options: EncodeOptions): Reply {
  if (outcome.type === 'cut') return { status: 0, headers: {}, warnings: [], body: { type: 'cut' } }
  if (outcome.type === 'spoilt') return spoil(encode(last, outcome.outcome, options), outcome)
  const warnings = outcome.warnings ?? []
  if (outcome.type === 'watch') {
    const { format, transformer, binary } = options
    const { stream, isCompressed = false } = outcome
    countParts(PARTS_OF_WATCH)
    const frames =
      binary?.frames(stream.def, transformer) ?? (transformer ? transformedFrames(transformer) : last.frame)
    return {
      status: 200,
      headers: { ...commonHeaders(options), 'Content-Type': binary ? `${PROTOBUF};stream=watch` : 'application/json' },
      warnings,
      body: { type: 'watch', stream, format, encode: frames, isCompressed },
    }
  }
  if (outcome.type === 'document' && (typeof outcome.body === 'string' || outcome.body instanceof Uint8Array)) {
    const contentType = outcome.contentType ?? 'text/plain; charset=utf-8'
    const type: Reply['headers'] = outcome.code === 304 || !contentType ? {} : { 'Content-Type': contentType }
    const body: Reply['body'] =
      typeof outcome.body === 'string'
        ? { type: 'text', text: outcome.body }
        : { type: 'bytes', pieces: [outcome.body as Uint8Array<ArrayBuffer>] } // documents have memory of their own
    return { status: outcome.code, headers: { ...commonHeaders(options), ...type, ...outcome.headers }, warnings, body }
  }
  const { body, type } = encodeBody(outcome, options, last)
  const headers = {
    'Audit-Id': options.auditId,
    'Cache-Control': 'no-cache, private',
    'Content-Type': type,
    Date: options.date,
  }
  return { status: outcome.code, headers: withOwnHeaders(headers, outcome), warnings, body }
}

const commonHeaders = ({ auditId, date }: EncodeOptions) => ({
  'Audit-Id': auditId,
  'Cache-Control': 'no-cache, private',
  Date: date,
})

function withOwnHeaders(headers: Reply['headers'], outcome: Encodable): Reply['headers'] {
  if (outcome.type === 'document')
    return { ...headers, ...(outcome.contentType ? { 'Content-Type': outcome.contentType } : {}), ...outcome.headers }
  const retry = outcome.type === 'status' ? outcome.status.details?.retryAfterSeconds : undefined
  return retry ? { ...headers, 'Retry-After': String(retry) } : headers
}

type Encodable = Exclude<Outcome, { readonly type: 'cut' | 'watch' | 'spoilt' }>

function encodeBody(
  outcome: Encodable,
  { format, pretty, written, binary, yaml, long }: EncodeOptions,
  last: Last,
): { readonly body: Reply['body']; readonly type: string } {
  const bytes = binary?.body(outcome)
  if (bytes) return { body: { type: 'bytes', pieces: [bytes] }, type: PROTOBUF }
  if (format.media === 'yaml') {
    const write = mustHave(yaml, 'what writes YAML')
    return { body: { type: 'text', text: write(valueOf(outcome)) }, type: 'application/yaml' }
  }
  if (pretty || format.pretty)
    return { body: { type: 'text', text: encodeJson(valueOf(outcome), 2) }, type: 'application/json' }
  const kept = outcome.type === 'document' && outcome.isKept && isObject(outcome.body) ? outcome.body : undefined
  let body = kept && last.documents.get(kept)
  if (!body) {
    const pieces = outcome.type === 'list' ? undefined : long?.(valueOf(outcome) as object, '\n') // as a long one is
    body = pieces ? { type: 'bytes', pieces } : jsonBody(outcome, last, written)
    if (kept) last.documents.set(kept, body)
  }
  return { body, type: 'application/json' }
}

function jsonBody(outcome: Encodable, last: Last, written: boolean): Reply['body'] {
  switch (outcome.type) {
    case 'list':
      return listBody(outcome, last, written)
    case 'object':
      return written
        ? { type: 'text', text: `${writtenText(last, outcome.object)}\n` }
        : objectBody(last, outcome.object)
    case 'status':
      return { type: 'text', text: `${encodeJson(outcome.status)}\n` }
    case 'document':
      return { type: 'text', text: `${encodeJson(outcome.body)}\n` }
  }
}

const LIST_END = utf8.encode(']}\n')

function listBody(
  { def, metadata, items }: Extract<Outcome, { type: 'list' }>,
  last: Last,
  written: boolean,
): Reply['body'] {
  const textOf = (item: KubeObject) => writtenText(last, item)
  const pieces = written ? itemPieces(def, items, textOf) : itemsBytes(def, items, last.lists)
  if (!def.structural)
    return { type: 'bytes', pieces: [utf8.encode(`${listHead(def, metadata)}"items":[`), ...pieces, LIST_END] }
  const end = `],"kind":${encodeJson(def.names.listKind)},"metadata":${encodeJson(structuralMetadata(metadata))}}\n`
  return {
    type: 'bytes',
    pieces: [utf8.encode(`{"apiVersion":${encodeJson(def.apiVersion)},"items":[`), ...pieces, utf8.encode(end)],
  }
}

/** Returns the metadata of a list without a struct, in byte order; `continue` is always present. */
const structuralMetadata = ({ continue: next = '', remainingItemCount, resourceVersion }: ListMeta): ListMeta => ({
  continue: next,
  ...(remainingItemCount === undefined ? {} : { remainingItemCount }),
  ...(resourceVersion === undefined ? {} : { resourceVersion }),
})

/**
 * Returns the encoded items of a list. If they are the same as in the kind's last list, its bytes are reused: comparing
 * is far cheaper than joining and encoding many texts.
 */
function itemsBytes(def: KindDef, items: readonly KubeObject[], lists: Last['lists']): readonly Bytes[] {
  const last = lists.get(def)
  if (last?.items === items) return last.pieces
  const pieces = last && haveSameItems(last.items, items) ? last.pieces : itemPieces(def, items, objectText)
  if (pieces.reduce((sum, { length }) => sum + length, 0) <= LARGEST_LIST) lists.set(def, { items, pieces })
  else lists.delete(def)
  return pieces
}

/** Encodes items without kind and apiVersion, which come first in every stored object. */
const itemPieces = (
  { structural, head }: KindDef,
  items: readonly KubeObject[],
  textOf: (item: KubeObject) => string,
): readonly Bytes[] =>
  structural ? piecesOf(items, '', textOf) : piecesOf(items, '{', (item) => textOf(item).slice(head.length))

/**
 * Returns the encoded items, separated by commas and each starting with `open`; many of them over several event-loop
 * turns.
 */
function piecesOf<T>(items: readonly T[], open: string, textOf: (item: T) => string): readonly Bytes[] {
  type Written = { readonly pieces: Bytes[]; texts: string[]; length: number }
  const flush = (written: Written) => {
    const { pieces, texts } = written
    if (texts.length === 0) return
    pieces.push(utf8.encode(`${pieces.length === 0 ? '' : ','}${open}${texts.join(`,${open}`)}`))
    Object.assign(written, { texts: [], length: 0 })
  }
  const begin = (): Written => ({ pieces: [], texts: [], length: 0 })
  const written = throughItems(items, piecesOf, begin, (state, item) => {
    const text = textOf(item)
    state.texts.push(text)
    if ((state.length += text.length) > PIECE) flush(state)
    return PARTS_OF_ITEM + text.length / CHARACTERS_OF_PART
  })
  flush(written)
  return written.pieces
}

// Number of characters that are encoded at once.
const PIECE = 1 << 20
// Number of characters written in the time of one part of a turn's work (some microseconds).
const CHARACTERS_OF_PART = 256
const PARTS_OF_ITEM = 4

const listHead = (def: KindDef, metadata: ListMeta) =>
  `{"kind":"${def.names.listKind}","apiVersion":"${def.apiVersion}","metadata":${JSON.stringify(metadata)},`

function valueOf(outcome: Encodable): unknown {
  switch (outcome.type) {
    case 'object':
      return outcome.object
    case 'list': {
      const { def, metadata } = outcome
      if (def.structural)
        return {
          apiVersion: def.apiVersion,
          items: outcome.items,
          kind: def.names.listKind,
          metadata: structuralMetadata(metadata),
        }
      const items = mapInParts(outcome.items, valueOf, 1, ({ kind: _, apiVersion: __, ...item }) => item)
      return { kind: outcome.def.names.listKind, apiVersion: outcome.def.apiVersion, metadata: outcome.metadata, items }
    }
    case 'status':
      return outcome.status
    case 'document':
      return outcome.body
  }
}

type ObjectEvent = Exclude<WatchEvent, { type: 'ERROR' }>

/**
 * Encodes watch events as lines. The last line is cached, since an event is mostly sent to all its watches before the
 * next one.
 */
function createFrame(): FrameEncoder {
  let last: { readonly type: ObjectEvent['type']; readonly object: KubeObject; readonly text: string } | undefined
  return (event) => {
    if (event.type === 'ERROR') return `{"type":"ERROR","object":${encodeJson(event.status)}}\n`
    const { type, object } = event
    if (last?.object !== object || last.type !== type)
      last = { type, object, text: `{"type":"${type}","object":${objectText(object)}}\n` }
    return last.text
  }
}

/** Encodes the events of a watch whose objects are transformed. An error stays a Status. */
const transformedFrames =
  (transformer: Transformer): FrameEncoder =>
  (event) =>
    `{"type":"${event.type}","object":${encodeJson(event.type === 'ERROR' ? event.status : transformer(event.object))}}\n`

/** Returns the value of a Warning header; as in every header, each character stands for a byte. */
export const warningHeader = (text: string): string =>
  asBytes(`299 - "${text.replace(/\p{Cc}/gu, '').replace(/["\\]/g, '\\$&')}"`)

const asBytes = (text: string): string =>
  /^[ -~]*$/.test(text) ? text : Array.from(utf8.encode(text), (byte) => String.fromCharCode(byte)).join('')

const LONGEST_KEPT = 64 * 1024
const texts = new WeakMap<KubeObject, string>()
const bodies = new WeakMap<KubeObject, Reply['body']>()

/**
 * Returns the JSON of an object. Objects are immutable, so the text is cached for all readers, except for long ones,
 * whose memory it would double.
 */
function objectText(object: KubeObject): string {
  const known = texts.get(object)
  if (known !== undefined) return known
  const text = encodeJson(object)
  if (text.length <= LONGEST_KEPT) texts.set(object, text)
  return text
}

/** The text of an object that is seldom read again. */
const writtenText = (last: Last, object: KubeObject): string => texts.get(object) ?? textWithManagers(last, object)

const MOST_MANAGERS = 100
const LONGEST_MANAGERS = 8 * 1024
const PLACE = '"managedFields":0'

/**
 * Encodes an object. Those of one shape that are made within a second share their managedFields, which are two thirds
 * of a small one: their text is made once.
 */
function textWithManagers({ managers }: Last, object: KubeObject): string {
  const { managedFields } = object.metadata
  if (!managedFields) return encodeJson(object)
  const known = managers.get(managedFields)
  if (known === undefined) {
    if (managers.size >= MOST_MANAGERS) managers.clear()
    managers.set(managedFields, '')
    return encodeJson(object)
  }
  const text = encodeJson({ ...object, metadata: { ...object.metadata, managedFields: 0 } })
  const at = text.indexOf(PLACE)
  // A custom resource may have a member of this name.
  if (text.includes(PLACE, at + 1)) return encodeJson(object)
  const made = known || `"managedFields":${encodeJson(managedFields)}`
  if (made.length <= LONGEST_MANAGERS) managers.set(managedFields, made)
  return text.slice(0, at) + made + text.slice(at + PLACE.length)
}

/** Returns the body of a reply with an object, with its length. It is cached like the text. */
function objectBody(last: Last, object: KubeObject): Reply['body'] {
  const known = bodies.get(object)
  if (known) return known
  const text = `${writtenText(last, object)}\n`
  const body: Reply['body'] = { type: 'text', text, length: utf8.encode(text).length }
  if (text.length <= LONGEST_KEPT) bodies.set(object, body)
  return body
}

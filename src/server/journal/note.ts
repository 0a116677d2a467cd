import { decodeUtf8 } from '../../base/bytes/utf8.js'
import { messageOf } from '../../base/errors/status.js'
import type { JsonTree } from '../../base/json/json-tree.js'
import { withParts } from '../../base/turns/work-in-parts.js'
import { roughSize, sizeUpTo } from '../../base/json/size.js'
import type { Call, User } from '../../model/call/call.js'
import type { WebhookAsked } from '../../model/registry/webhook.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { Identity, KubeObject } from '../../schema/object.js'
import { exactValue } from '../../schema/exact.js'
import type { Change } from '../../store/history.js'
import type { LostSort, Side } from './notes.js'
import type { Acted, By, Via } from './types.js'

/** What is kept of an outcome: everything except parts that may be large or are still in use. */
type Kept =
  | Exclude<Outcome, { readonly type: 'list' | 'watch' | 'document' | 'spoilt' }>
  | {
      readonly type: 'list'
      readonly code: number
      readonly count: number
      readonly metadata: Extract<Outcome, { type: 'list' }>['metadata']
    }
  | { readonly type: 'watch'; readonly id: string }
  | { readonly type: 'spoilt' }
  | { readonly type: 'document'; readonly code: number }
  | { readonly type: 'fault'; readonly message: string }

/** The record of one request, during and after it. Only the recorder modifies it. */
export type Note = {
  readonly sequence: number
  readonly time: number
  readonly via: Via
  readonly by: By | undefined
  /** The method of an HTTP request; empty for others. */
  readonly method: string
  readonly url: string
  readonly userAgent: string
  user: User | undefined
  call: Call | undefined
  /** The executed call, if a hook changed it. */
  done: Call | undefined
  ended: number | undefined
  kept: Kept | undefined
  changes: Change<KubeObject>[] | undefined
  hooks: Acted[] | undefined
  /** The results of the functions of hooks. */
  effects: Effect[] | undefined
  /** The invariant that rejected a write of the request. */
  broken: Broken | undefined
  /** What was added to the audit event of the request, by name. */
  annotations: { readonly [key: string]: string } | undefined
  /** The calls of webhooks for the request, in the order of their replies. */
  webhooks: NotedWebhook[] | undefined
  /** The rest of an HTTP request that did not become a call. */
  sent: Sent | undefined
  /** The object in the reply. */
  pinned: KubeObject | undefined
  /** Whether the body was too long to be kept. */
  isCut: boolean
  /** The approximate size in bytes of what only the note holds. */
  bytes: number
  /** The side of the journal that holds the note; undefined if none does. */
  side: Side | undefined
  /** The sort that it counts for once it is dropped. */
  sort: LostSort | undefined
}

/** What the function of a hook returned or threw, and when. */
export type Effect = {
  readonly hook: number
  readonly result: unknown
  readonly isThrown: boolean
  readonly time: number
}

/** A write rejected by an invariant: the object, the message, and the number of earlier changes by the same request. */
export type Broken = Identity & { readonly invariant: string; readonly why: string; readonly after: number }

/** A call of a webhook: texts that are too long are undefined. */
export type NotedWebhook = Pick<WebhookAsked, 'webhook' | 'url' | 'time' | 'duration' | 'failure'> & {
  readonly review: string | undefined
  readonly status: number | undefined
  readonly answer: string | undefined
}

/** The headers and the body of a request that did not become a call. */
export type Sent = { readonly accept?: string; readonly contentType?: string; readonly body?: string }

/** Makes the note of a request that has just arrived. All notes have their members in the same order. */
export const createNote = (
  { sequence, time, via, by, method, url, userAgent }: Pick<Note, 'sequence' | 'time' | 'via' | 'by' | keyof Source>,
  call: Call | undefined,
): Note => ({
  // First what is read when it is dropped: by then it has left the processor's caches, and each line read costs time.
  sequence,
  bytes: BARE + 2 * (url.length + userAgent.length),
  side: undefined,
  sort: undefined,
  changes: undefined,
  pinned: undefined,
  time,
  via,
  by,
  method,
  url,
  userAgent,
  user: call?.user,
  call,
  done: undefined,
  ended: undefined,
  kept: undefined,
  hooks: undefined,
  effects: undefined,
  broken: undefined,
  annotations: undefined,
  webhooks: undefined,
  sent: undefined,
  isCut: false,
})

/** The approximate size in bytes of a note and its call without their texts. */
const BARE = 1000

/** The request line of an HTTP request, and its User-Agent. */
export type Source = { readonly method: string; readonly url: string; readonly userAgent: string }

/** The maximum approximate size in bytes of a body that is kept, unless all bodies are. */
export const LONGEST_BODY = 16_384

/** Records the outcome of a request. */
export function endNote(note: Note, time: number, outcome: Outcome, longest = LONGEST_BODY): void {
  note.ended = time
  note.kept = keep(outcome)
  note.pinned = outcome.type === 'object' ? outcome.object : undefined
  keepCall(note, longest)
  if (outcome.type === 'status') note.bytes += roughSize(outcome.status)
}

/** Records that a request ended in an exception. */
export function faultNote(note: Note, time: number, error: unknown, longest = LONGEST_BODY): void {
  note.ended = time
  const message = messageOf(error)
  note.kept = { type: 'fault', message }
  keepCall(note, longest)
  note.bytes += 2 * message.length
}

/**
 * Releases what a call held only for its execution: the text of its body, a long body, and intermediate results of its
 * turns.
 */
function keepCall(note: Note, longest: number): void {
  const { call, done } = note
  if (call?.body !== undefined) {
    const { duplicates, patch, error, written } = call.body
    const size = sizeUpTo(longest, call.body.value)
    note.isCut = size === undefined
    if (size === undefined) note.call = { ...call, body: undefined }
    else if (written !== undefined)
      note.call = {
        ...call,
        body: {
          value: exactOf(written),
          duplicates,
          ...(patch ? { patch } : {}),
          ...(error === undefined ? {} : { error }),
        },
      }
    note.bytes += size ?? 0
  }
  if (done?.body) note.done = { ...done, body: undefined }
}

/** Returns a written value with its integers unrounded. */
const exactOf = (written: JsonTree): unknown => withParts(undefined, () => exactValue(undefined, written))

/**
 * Returns the call of a request about objects or about what runs in a pod; undefined for documents such as discovery.
 */
export const askedBy = ({ call, done }: Note): Call | undefined =>
  call ?? (done?.connect === undefined ? undefined : done)

/** Returns the subresource that a call is about; empty for the object itself. */
export const subresourceIn = ({ connect, target: { subresource } }: Call): string =>
  connect ?? (subresource === 'main' ? '' : subresource)

/** Records that an invariant rejected a write of a request, if there is one. */
export function noteBroken(note: Note | undefined, broken: Omit<Broken, 'after'>): void {
  if (note) note.broken = { ...broken, after: note.changes?.length ?? 0 }
}

/** Records, once, that a hook acted on a request. */
export function noteHook(note: Note, { phase, site }: Acted): void {
  if (!note.hooks?.some((hook) => hook.site === site && hook.phase === phase)) (note.hooks ??= []).push({ phase, site })
}

/** Adds an annotation to the audit event of a request, if there is one; the first of a name stays. */
export function noteAnnotation(note: Note | undefined, key: string, value: string | (() => string)): void {
  if (!note || (note.annotations && Object.hasOwn(note.annotations, key))) return
  const text = typeof value === 'string' ? value : value()
  note.annotations = { ...note.annotations, [key]: text }
  note.bytes += roughSize(text)
}

/** Records a call of a webhook for a request that has not ended, with texts that are not too long. */
export function noteAsked(note: Note | undefined, asked: WebhookAsked, longest: number): void {
  if (!note || note.ended !== undefined) return
  // Spelled out: V8 takes microseconds to leave members out of a copy.
  const { webhook: name, failure, time, url, duration, reply, review } = asked
  const answer = reply && decodeUtf8(reply.body)
  const kept = (text: string | undefined) => (text !== undefined && text.length <= longest ? text : undefined)
  const webhook = {
    webhook: name,
    failure,
    time,
    url,
    duration,
    review: kept(review),
    status: reply?.status,
    answer: kept(answer),
  }
  ;(note.webhooks ??= []).push(webhook)
  note.bytes += roughSize(webhook)
}

function keep(outcome: Outcome): Kept {
  switch (outcome.type) {
    case 'list':
      return { type: 'list', code: outcome.code, count: outcome.items.length, metadata: outcome.metadata }
    case 'watch':
      return { type: 'watch', id: outcome.stream.id }
    case 'spoilt':
      return SPOILT
    case 'document':
      return { type: 'document', code: outcome.code }
    default:
      return outcome
  }
}

const SPOILT: Kept = { type: 'spoilt' }

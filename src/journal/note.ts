import type { JsonTree } from '../base/json-tree.js'
import { withParts } from '../base/parts.js'
import { roughSize, sizeUpTo } from '../base/size.js'
import type { Call, User } from '../api/call.js'
import type { Outcome } from '../api/outcome.js'
import type { Identity } from '../schema/identity.js'
import { exactValue } from '../schema/exact.js'
import type { KubeObject } from '../schema/object.js'
import type { Change } from '../store/log.js'
import type { Acted, By, Via } from './types.js'

/** What is kept of an outcome: all of it but what could be large or goes on living. */
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

/** One request while it is worked on and after. Only the recorder writes to it. */
export type Note = {
  readonly sequence: number
  readonly time: number
  readonly via: Via
  readonly by: By | undefined
  /** Of an HTTP request; empty for others. */
  readonly method: string
  readonly url: string
  readonly userAgent: string
  user: User | undefined
  call: Call | undefined
  /** The call that was done, where a hook made another of it. */
  done: Call | undefined
  ended: number | undefined
  kept: Kept | undefined
  changes: Change<KubeObject>[] | undefined
  hooks: Acted[] | undefined
  /** What the functions of hooks made of it. */
  effects: Effect[] | undefined
  /** The invariant that refused a write of it. */
  broken: Broken | undefined
  /** Of an HTTP request that became no call: what else it said. */
  sent: Sent | undefined
  /** The object it was answered with. */
  pinned: KubeObject | undefined
  /** Its body was too long to be kept. */
  isCut: boolean
  /** Rough bytes of what the note has for itself. */
  bytes: number
}

/** What the function of a hook made of a request: returned or threw, and when. */
export type Effect = {
  readonly hook: number
  readonly result: unknown
  readonly isThrown: boolean
  readonly time: number
}

/** A write that an invariant refused: what it said of which object, after how many changes by the same request. */
export type Broken = Identity & { readonly invariant: string; readonly why: string; readonly after: number }

/** The headers and the body of a request that became no call. */
export type Sent = { readonly accept?: string; readonly contentType?: string; readonly body?: string }

/** A note of a request that nothing has come of yet. All notes have their members in one order. */
export const createNote = (
  { sequence, time, via, by, method, url, userAgent }: Pick<Note, 'sequence' | 'time' | 'via' | 'by' | keyof Source>,
  call: Call | undefined,
): Note => ({
  sequence,
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
  changes: undefined,
  hooks: undefined,
  effects: undefined,
  broken: undefined,
  sent: undefined,
  pinned: undefined,
  isCut: false,
  bytes: BARE + 2 * (url.length + userAgent.length),
})

/** Rough bytes of a note and its call without their texts. */
const BARE = 1000

/** An HTTP request as it came. */
export type Source = { readonly method: string; readonly url: string; readonly userAgent: string }

/** Rough bytes of a body that is kept, unless all are. */
export const LONGEST_BODY = 16_384

/** Writes down what a request came to. */
export function endNote(note: Note, time: number, outcome: Outcome, longest = LONGEST_BODY): void {
  note.ended = time
  note.kept = keep(outcome)
  note.pinned = outcome.type === 'object' ? outcome.object : undefined
  keepCall(note, longest)
  if (outcome.type === 'status') note.bytes += roughSize(outcome.status)
}

/** Writes down that a request ended in an exception. */
export function faultNote(note: Note, time: number, error: unknown, longest = LONGEST_BODY): void {
  note.ended = time
  const message = error instanceof Error ? error.message : String(error)
  note.kept = { type: 'fault', message }
  keepCall(note, longest)
  note.bytes += 2 * message.length
}

/**
 * Lets go of what a call took to be done: a text that was read, a long body, and all that was found out of it in its
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
  if (!done?.body && !done?.steps) return
  const { steps: _, ...kept } = done
  note.done = { ...kept, body: undefined }
}

/** What was written, whose integers stay what they are. */
const exactOf = (written: JsonTree): unknown => withParts(undefined, () => exactValue(undefined, written))

/** Writes down that an invariant refused a write of a request, where there is one. */
export function noteBroken(note: Note | undefined, broken: Omit<Broken, 'after'>): void {
  if (note) note.broken = { ...broken, after: note.changes?.length ?? 0 }
}

/** Writes down, once, that a hook acted on a request. */
export function noteHook(note: Note, { phase, site }: Acted): void {
  if (!note.hooks?.some((hook) => hook.site === site && hook.phase === phase)) (note.hooks ??= []).push({ phase, site })
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

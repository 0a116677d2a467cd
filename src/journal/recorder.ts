import { isLargerThan } from '../base/size.js'
import type { Call, User } from '../api/call.js'
import type { Outcome } from '../api/outcome.js'
import type { KubeObject } from '../schema/object.js'
import type { Change } from '../store/log.js'
import type { Acted, By, Via } from './types.js'

/** What is kept of an outcome: all of it but what could be large or goes on living. */
export type Kept =
  | Exclude<Outcome, { readonly type: 'list' | 'watch' | 'document' }>
  | {
      readonly type: 'list'
      readonly code: number
      readonly count: number
      readonly metadata: Extract<Outcome, { type: 'list' }>['metadata']
    }
  | { readonly type: 'watch' }
  | { readonly type: 'document'; readonly code: number }
  | { readonly type: 'fault'; readonly message: string }

/** A change without the table it came from, which would keep all of the past alive. */
export type KeptChange = Pick<Change<KubeObject>, 'revision' | 'table' | 'key' | 'prev' | 'next' | 'cause'>

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
  changes: KeptChange[] | undefined
  hooks: Acted[] | undefined
}

/** An HTTP request as it came. */
export type Source = { readonly method: string; readonly url: string; readonly userAgent: string }

/** Writes the journal. What it does for a request that changes nothing is to fill one object. */
export type Recorder = {
  /** Notes an HTTP request that has come. */
  readonly request: (source: Source) => Note
  /** Notes a call that did not come over HTTP. */
  readonly call: (call: Call, by?: By) => Note
  /** Notes what a request came to. */
  readonly end: (note: Note, outcome: Outcome) => void
  /** Notes a request that ends in an exception. */
  readonly fault: (note: Note, error: unknown) => void
  /** Runs what is done for a request; what it commits meanwhile is noted as its changes. */
  readonly during: <R>(note: Note | undefined, run: () => R) => R
  /** The request whose work is being done. */
  readonly current: () => Note | undefined
  /** Notes that a hook acted on a call. */
  readonly acted: (call: Call, hook: Acted) => void
  /** Notes what was committed; see {@link Store.observe}. */
  readonly observe: (changes: readonly Change<KubeObject>[]) => void
  /** The notes held, oldest first. */
  readonly notes: () => readonly Note[]
  /** Requests noted so far. */
  readonly count: () => number
  /** Whether nobody but controllers has asked for anything yet. */
  readonly isFresh: () => boolean
  readonly clear: () => void
  /** Forgets all, and counts from 1 again: what a cluster is made with are no requests. */
  readonly begin: () => void
  readonly limit: number
}

/** Changes that may be held for each request of the limit, on average. */
const CHANGES_PER_REQUEST = 10

/** Rough bytes of a body that is kept. */
const LONGEST_BODY = 16_384

/** Makes a recorder of at most `limit` requests, and ten times as many changes; with 0 it holds none. */
export function createRecorder(now: () => number, limit: number): Recorder {
  let notes: Note[] = []
  let first = 0 // leading notes of the array that are dropped
  let sequence = 0
  let isFresh = true
  let held = 0
  let current: Note | undefined
  const drop = () => {
    held -= notes[first]?.changes?.length ?? 0
    first++
    if (first < limit) return
    notes = notes.slice(first)
    first = 0
  }
  const add = (note: Note): Note => {
    if (limit === 0) return note
    notes.push(note)
    if (notes.length - first > limit) drop()
    return note
  }
  const clear = () => {
    notes = []
    first = 0
    held = 0
  }
  return {
    limit,
    request({ method, url, userAgent }) {
      isFresh = false
      return add({
        sequence: ++sequence,
        time: now(),
        via: 'http',
        by: undefined,
        method,
        url,
        userAgent,
        user: undefined,
        call: undefined,
        done: undefined,
        ended: undefined,
        kept: undefined,
        changes: undefined,
        hooks: undefined,
      })
    },
    call(call, by) {
      isFresh &&= by !== undefined
      return add({
        sequence: ++sequence,
        time: now(),
        via: by ? 'controller' : 'client',
        by,
        method: '',
        url: '',
        userAgent: call.userAgent,
        user: call.user,
        call,
        done: undefined,
        ended: undefined,
        kept: undefined,
        changes: undefined,
        hooks: undefined,
      })
    },
    end(note, outcome) {
      note.ended = now()
      note.kept = keep(outcome)
      const { call } = note
      // A long body would make a bound by number none.
      if (call?.body !== undefined && isLargerThan(LONGEST_BODY, call.body.value))
        note.call = { ...call, body: undefined }
      if (note.done?.body) note.done = { ...note.done, body: undefined }
    },
    fault(note, error) {
      note.ended = now()
      note.kept = { type: 'fault', message: error instanceof Error ? error.message : String(error) }
    },
    during(note, run) {
      const outer = current
      current = note
      try {
        return run()
      } finally {
        current = outer
      }
    },
    current: () => current,
    acted(call, { phase, site }) {
      for (let i = notes.length - 1; i >= first; i--) {
        const note = notes[i]
        if (!note || (note.call !== call && note.done !== call)) continue
        if (!note.hooks?.some((hook) => hook.site === site && hook.phase === phase))
          (note.hooks ??= []).push({ phase, site })
        return
      }
    },
    observe(changes) {
      if (!current || limit === 0) return
      current.changes ??= []
      for (const { revision, table, key, prev, next, cause } of changes)
        current.changes.push({ revision, table, key, prev, next, cause })
      held += changes.length
      while (held > limit * CHANGES_PER_REQUEST && notes.length - first > 1) drop()
    },
    notes: () => notes.slice(first),
    count: () => sequence,
    clear,
    isFresh: () => isFresh,
    begin() {
      clear()
      sequence = 0
      isFresh = true
    },
  }
}

function keep(outcome: Outcome): Kept {
  switch (outcome.type) {
    case 'list':
      return { type: 'list', code: outcome.code, count: outcome.items.length, metadata: outcome.metadata }
    case 'watch':
      return WATCH
    case 'document':
      return { type: 'document', code: outcome.code }
    default:
      return outcome
  }
}

const WATCH: Kept = { type: 'watch' }

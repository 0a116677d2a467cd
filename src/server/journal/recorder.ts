import type { Call } from '../../model/call/call.js'
import type { WebhookAsked } from '../../model/registry/webhook.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/history.js'
import {
  type Lost,
  type NotesLimit,
  addChanges,
  addNote,
  clearNotes,
  createNotes,
  finishNote,
  heldNotes,
  noteOfCall,
  sizeOfNotes,
} from './notes.js'
import {
  type Broken,
  LONGEST_BODY,
  type Note,
  type Source,
  createNote,
  endNote,
  faultNote,
  noteAnnotation,
  noteAsked,
  noteBroken,
  noteHook,
} from './note.js'
import type { Acted, By, Via } from './types.js'
import { binarySearch } from '../../base/lists/lists.js'

/** Writes the journal. For a request that changes nothing it only fills in one object. */
export type Recorder = {
  /** Records an HTTP request on arrival. */
  readonly request: (source: Source) => Note
  /** Records a call that did not arrive over HTTP. */
  readonly call: (call: Call, by?: By) => Note
  /** Records the outcome of a request. */
  readonly end: (note: Note, outcome: Outcome) => void
  /** Records that a request ended in an exception. */
  readonly fault: (note: Note, error: unknown) => void
  /** Records an error of a controller outside of any request. */
  readonly controllerFault: (by: By, error: unknown) => void
  /** Runs the work of a request; what it commits meanwhile is recorded as its changes. */
  readonly during: <R>(note: Note | undefined, run: () => R) => R
  /** Returns the request whose work is running. */
  readonly current: () => Note | undefined
  /** Records that a hook acted on a call. */
  readonly acted: (call: Call, hook: Acted) => void
  /** Records the result of a hook's function for a call. */
  readonly effect: (call: Call, hook: { readonly id: number }, result: unknown, isThrown: boolean) => void
  /** Records that an invariant rejected a write of the running request. */
  readonly broken: (broken: Omit<Broken, 'after'>) => void
  /** Adds an annotation to the audit event of a request (default: the one whose work is running). */
  readonly annotate: (key: string, value: string | (() => string), request?: object) => void
  /** Returns the call of a request that was current. */
  readonly callOf: (request: object | undefined) => Call | undefined
  /** Records a call of a webhook for a request, unless that has ended. */
  readonly asked: (request: object | undefined, asked: WebhookAsked) => void
  /** Records committed changes; see {@link Store.observe}. */
  readonly observe: (changes: readonly Change<KubeObject>[]) => void
  /** Returns when the change of a revision was made; undefined if it is not known. */
  readonly timeOf: (revision: number) => number | undefined
  /** Returns the held notes, oldest first. */
  readonly notes: () => readonly Note[]
  /** Returns the number of requests so far. */
  readonly count: () => number
  /** Tells whether only controllers have made requests so far. */
  readonly isFresh: () => boolean
  readonly clear: () => void
  /** Forgets everything and restarts the numbering at 1: the initial contents of a cluster are not requests. */
  readonly begin: () => void
  readonly limit: NotesLimit
  /** Returns the approximate size in bytes of what the held notes keep in memory. */
  readonly bytes: () => number
  /** The requests that are no longer held because of the limit. */
  readonly lost: Lost
}

/**
 * Makes a recorder with a limit of requests and bytes, and ten times as many changes as requests; with 0 it holds none.
 * It keeps the times of the last `history` changes, whoever made them.
 */
export function createRecorder(now: () => number, limit: NotesLimit, history = 10_000): Recorder {
  const held = createNotes(limit)
  const times = createTimes(history)
  const longest = limit.wholeBodies ? Infinity : LONGEST_BODY
  let sequence = 0
  let isFresh = true
  let current: Note | undefined
  return {
    ...{ limit, bytes: () => sizeOfNotes(held), notes: () => heldNotes(held), clear: () => clearNotes(held) },
    ...{ lost: held.lost, timeOf: times.of, count: () => sequence, isFresh: () => isFresh, current: () => current },
    callOf,
    request({ method, url, userAgent }) {
      isFresh = false
      const begun = { sequence: ++sequence, time: now(), via: 'http', by: undefined, method, url, userAgent } as const
      return addNote(held, createNote(begun, undefined))
    },
    call(call, by) {
      isFresh &&= by !== undefined
      const via: Via = by ? 'controller' : 'client'
      const begun = { sequence: ++sequence, time: now(), via, by, method: '', url: '', userAgent: call.userAgent }
      return addNote(held, createNote(begun, call))
    },
    end: (note, outcome) => finishNote(held, note, () => endNote(note, now(), outcome, longest)),
    fault: (note, error) => finishNote(held, note, () => faultNote(note, now(), error, longest)),
    controllerFault(by, error) {
      const note = createNote({ sequence: ++sequence, time: now(), via: 'controller', by, ...NOWHERE }, undefined)
      finishNote(held, addNote(held, note), () => faultNote(note, now(), error))
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
    acted(call, hook) {
      const note = noteOfCall(held, call)
      if (note) noteHook(note, hook)
    },
    effect(call, { id: hook }, result, isThrown) {
      const note = noteOfCall(held, call) ?? current
      if (note) (note.effects ??= []).push({ hook, result, isThrown, time: now() })
    },
    broken: (broken) => noteBroken(current, broken),
    annotate: (key, value, request) => noteAnnotation(request === undefined ? current : noteOf(request), key, value),
    asked: (request, asked) => noteAsked(noteOf(request), asked, longest),
    observe(changes) {
      const time = now()
      times.note(changes, time)
      if (current) addChanges(held, current, changes)
    },
    begin() {
      clearNotes(held)
      sequence = 0
      isFresh = true
    },
  }
}

/** Returns a request that was current. */
const noteOf = (request: object | undefined): Note | undefined => request as Note | undefined // as `current` gave it

const callOf: Recorder['callOf'] = (request) => noteOf(request)?.done ?? noteOf(request)?.call

/** For requests that did not arrive over HTTP. */
const NOWHERE: Source = { method: '', url: '', userAgent: '' }

/** The times of changes, including those without a request or whose request is no longer held. */
type Times = {
  /** Records the time of the changes of one write, which follow those recorded before. */
  readonly note: (changes: readonly { readonly revision: number }[], time: number) => void
  /** Returns when the change of a revision was made, in milliseconds since 1970; undefined if it is not known. */
  readonly of: (revision: number) => number | undefined
}

/** Makes a list of the times of at least the last `limit` changes. */
export function createTimes(limit: number): Times {
  // Two parallel lists of numbers, as every write adds to them. An entry gives the time of all revisions after the
  // previous entry, up to its own.
  let revisions: number[] = []
  let times: number[] = []
  return {
    note(changes, time) {
      const from = changes[0]?.revision
      const to = changes.at(-1)?.revision
      if (from === undefined || to === undefined) return
      const last = revisions.length - 1
      // While a clock stands still, many writes share an entry. The first entry only marks where the second starts.
      if (last > 0 && times[last] === time) revisions[last] = to
      else {
        if (last < 0) append(from - 1, time)
        append(to, time)
        if (revisions.length > 2 * limit + 2) forget()
      }
    },
    of(revision) {
      if (revision <= (revisions[0] ?? Infinity)) return undefined
      return times[binarySearch(revisions.length, (place) => (revisions[place] ?? Infinity) >= revision)]
    },
  }

  function append(revision: number, time: number): void {
    revisions.push(revision)
    times.push(time)
  }

  function forget(): void {
    revisions = revisions.slice(limit)
    times = times.slice(limit)
  }
}

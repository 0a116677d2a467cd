import type { Call } from '../api/call.js'
import type { Outcome } from '../api/outcome.js'
import type { KubeObject } from '../schema/object.js'
import type { Change } from '../store/log.js'
import {
  type Broken,
  LONGEST_BODY,
  type Note,
  type Source,
  createNote,
  endNote,
  faultNote,
  noteBroken,
  noteHook,
} from './note.js'
import { type NotesLimit, createNotes } from './notes.js'
import { createTimes } from './times.js'
import type { Acted, By } from './types.js'

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
  /** Notes what a controller did wrong where it asked for nothing. */
  readonly controllerFault: (by: By, error: unknown) => void
  /** Runs what is done for a request; what it commits meanwhile is noted as its changes. */
  readonly during: <R>(note: Note | undefined, run: () => R) => R
  /** The request whose work is being done. */
  readonly current: () => Note | undefined
  /** Notes that a hook acted on a call. */
  readonly acted: (call: Call, hook: Acted) => void
  /** Notes what the function of a hook made of a call. */
  readonly effect: (call: Call, hook: { readonly id: number }, result: unknown, isThrown: boolean) => void
  /** Notes that an invariant refused a write of the request at work. */
  readonly broken: (broken: Omit<Broken, 'after'>) => void
  /** Notes what was committed; see {@link Store.observe}. */
  readonly observe: (changes: readonly Change<KubeObject>[]) => void
  /** When the change of a revision was made, by whomever; undefined where that is not known. */
  readonly timeOf: (revision: number) => number | undefined
  /** The notes held, oldest first. */
  readonly notes: () => readonly Note[]
  /** Requests noted so far. */
  readonly count: () => number
  /** Whether nobody but controllers has asked for anything yet. */
  readonly isFresh: () => boolean
  readonly clear: () => void
  /** Forgets all, and counts from 1 again: what a cluster is made with are no requests. */
  readonly begin: () => void
  readonly limit: NotesLimit
  /** Rough bytes that the notes held keep in memory. */
  readonly bytes: () => number
}

/**
 * Makes a recorder of at most so many requests and bytes, and ten times as many changes as requests; with 0 it holds
 * none. When changes were made it knows of the last `history`, whoever made them.
 */
export function createRecorder(now: () => number, limit: NotesLimit, history = 10_000): Recorder {
  const held = createNotes(limit)
  const times = createTimes(history)
  const longest = limit.wholeBodies ? Infinity : LONGEST_BODY
  let sequence = 0
  let isFresh = true
  let current: Note | undefined
  return {
    ...{ limit, bytes: held.bytes, notes: held.all, clear: held.clear, timeOf: times.of },
    request({ method, url, userAgent }) {
      isFresh = false
      const begun = { sequence: ++sequence, time: now(), via: 'http', by: undefined, method, url, userAgent } as const
      return held.add(createNote(begun, undefined))
    },
    call(call, by) {
      isFresh &&= by !== undefined
      const via = by ? 'controller' : 'client'
      const { userAgent } = call
      return held.add(createNote({ sequence: ++sequence, time: now(), via, by, method: '', url: '', userAgent }, call))
    },
    end: (note, outcome) => held.end(note, () => endNote(note, now(), outcome, longest)),
    fault: (note, error) => held.end(note, () => faultNote(note, now(), error, longest)),
    controllerFault(by, error) {
      const note = createNote({ sequence: ++sequence, time: now(), via: 'controller', by, ...NOWHERE }, undefined)
      held.end(held.add(note), () => faultNote(note, now(), error))
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
    acted(call, hook) {
      const note = held.newest((one) => one.call === call || one.done === call)
      if (note) noteHook(note, hook)
    },
    effect(call, { id: hook }, result, isThrown) {
      const note = held.newest((one) => one.call === call || one.done === call) ?? current
      if (note) (note.effects ??= []).push({ hook, result, isThrown, time: now() })
    },
    broken: (broken) => noteBroken(current, broken),
    observe(changes) {
      const time = now()
      times.note(changes, time)
      if (current) held.addChanges(current, changes)
    },
    count: () => sequence,
    isFresh: () => isFresh,
    begin() {
      held.clear()
      sequence = 0
      isFresh = true
    },
  }
}

/** Of what was no HTTP request. */
const NOWHERE: Source = { method: '', url: '', userAgent: '' }

import type { KubeObject } from '../schema/object.js'
import type { Change } from '../store/log.js'
import type { Note } from './note.js'
import { type Pins, createPins } from './pins.js'

/** The notes of the held requests, oldest first. */
type Notes = {
  /** Adds a note, dropping the oldest ones beyond the limit; returns the note. */
  readonly add: (note: Note) => Note
  /** Adds changes to the note of their request, dropping the oldest notes beyond the limit. */
  readonly addChanges: (note: Note, changes: readonly Change<KubeObject>[]) => void
  /** Records the outcome of a request with `write`, dropping the oldest notes beyond the limit. */
  readonly end: (note: Note, write: () => void) => void
  /** Returns the newest note that satisfies a predicate. */
  readonly newest: (wanted: (note: Note) => boolean) => Note | undefined
  readonly all: () => readonly Note[]
  /** Returns the approximate size in bytes of what the notes keep in memory. */
  readonly bytes: () => number
  readonly clear: () => void
}

const REQUESTS = 1000
const MOST_BYTES = 64 * 1024 * 1024

/** Returns the limit of a journal from the cluster's option: a number of requests, or that with bytes. */
export function notesLimitOf(journal: number | Partial<NotesLimit> = {}): NotesLimit {
  const {
    requests = REQUESTS,
    bytes = MOST_BYTES,
    wholeBodies = false,
  } = typeof journal === 'object' ? journal : { requests: journal }
  return { requests, bytes, ...(wholeBodies ? { wholeBodies } : {}) }
}

/** The maximum number of held requests, and their approximate total size. The newest is always held. */
export type NotesLimit = {
  readonly requests: number
  readonly bytes: number
  /** Whether bodies are kept regardless of their length. */
  readonly wholeBodies?: boolean
}

/** The maximum number of held changes per request of the limit, on average. */
export const CHANGES_PER_REQUEST = 10

/** The held notes and their totals. */
type Held = {
  readonly limit: NotesLimit
  /** The stored objects that the notes keep alive. */
  readonly pins: Pins
  /** Oldest first. */
  notes: (Note | undefined)[]
  /** The number of leading notes that were dropped. */
  first: number
  /** The number of changes of the other notes. */
  changed: number
  /** The bytes of what only those notes hold. */
  texts: number
}

/** Makes a list of limited notes and bytes, and ten times as many changes as notes; with a limit of 0 it holds none. */
export function createNotes(limit: NotesLimit): Notes {
  const held: Held = { limit, pins: createPins(), notes: [], first: 0, changed: 0, texts: 0 }
  return {
    add: (note) => add(held, note),
    addChanges: (note, changes) => addChanges(held, note, changes),
    end: (note, write) => end(held, note, write),
    newest: (wanted) => newest(held, wanted),
    all: () => held.notes.slice(held.first).filter((note) => note !== undefined),
    bytes: () => held.texts + held.pins.bytes(),
    clear() {
      held.pins.clear()
      Object.assign(held, { notes: [], first: 0, changed: 0, texts: 0 })
    },
  }
}

function add(held: Held, note: Note): Note {
  if (held.limit.requests === 0) return note
  held.notes.push(note)
  held.texts += note.bytes
  trim(held)
  return note
}

function addChanges(held: Held, note: Note, changes: readonly Change<KubeObject>[]): void {
  if (!isHeld(held, note)) return
  // Most requests make one change; pushing to a list would allocate room for sixteen more.
  if (note.changes) for (const change of changes) note.changes.push(change)
  else note.changes = changes.slice()
  for (const { prev, next, bytes, bytesBefore } of changes) {
    held.pins.hold(prev, bytesBefore)
    held.pins.hold(next, bytes)
  }
  held.changed += changes.length
  trim(held)
}

function end(held: Held, note: Note, write: () => void): void {
  const { bytes, pinned } = note
  write()
  if (!isHeld(held, note)) return
  held.texts += note.bytes - bytes
  // Usually it is the object that the request has just stored, which the note's changes hold already.
  if (note.changes?.at(-1)?.next === note.pinned) note.pinned = undefined
  held.pins.hold(note.pinned)
  held.pins.release(pinned)
  trim(held)
}

function newest({ notes, first }: Held, wanted: (note: Note) => boolean): Note | undefined {
  for (let i = notes.length - 1; i >= first; i--) {
    const note = notes[i]
    if (note && wanted(note)) return note
  }
  return undefined
}

const isHeld = ({ notes, first }: Held, note: Note): boolean =>
  notes[first + note.sequence - (notes[first]?.sequence ?? 0)] === note

/** Drops the oldest notes until the others are within the limit. */
function trim(held: Held): void {
  while (isTooMuch(held)) drop(held)
}

function isTooMuch({ limit, pins, notes, first, changed, texts }: Held): boolean {
  const count = notes.length - first
  if (count <= 1) return false
  return count > limit.requests || changed > limit.requests * CHANGES_PER_REQUEST || texts + pins.bytes() > limit.bytes
}

function drop(held: Held): void {
  const { notes, pins } = held
  const note = notes[held.first]
  if (!note) return
  const changes = note.changes ?? []
  held.changed -= changes.length
  for (const { prev, next } of changes) {
    pins.release(prev)
    pins.release(next)
  }
  pins.release(note.pinned)
  held.texts -= note.bytes
  // The slot is kept for a while; the note is released.
  notes[held.first] = undefined
  held.first++
  if (held.first < held.limit.requests) return
  held.notes = notes.slice(held.first)
  held.first = 0
}

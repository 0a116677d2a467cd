import type { KubeObject } from '../schema/object.js'
import type { Change } from '../store/log.js'
import type { Note } from './note.js'
import { type Pins, createPins } from './pins.js'

/** The notes of requests that are held, oldest first. */
type Notes = {
  /** Adds a note, dropping the oldest beyond the bound; gives it back. */
  readonly add: (note: Note) => Note
  /** Adds what a request has changed to its note, dropping the oldest notes where that is too much. */
  readonly addChanges: (note: Note, changes: readonly Change<KubeObject>[]) => void
  /** Lets something write down what a request has come to, dropping the oldest notes where that is too much. */
  readonly end: (note: Note, write: () => void) => void
  /** The newest one that is wanted. */
  readonly newest: (wanted: (note: Note) => boolean) => Note | undefined
  readonly all: () => readonly Note[]
  /** Rough bytes that they keep in memory. */
  readonly bytes: () => number
  readonly clear: () => void
}

const REQUESTS = 1000
const MOST_BYTES = 64 * 1024 * 1024

/** The bound of a journal for what a cluster is made with: requests, or these and bytes. */
export function notesLimitOf(journal: number | Partial<NotesLimit> = {}): NotesLimit {
  const {
    requests = REQUESTS,
    bytes = MOST_BYTES,
    wholeBodies = false,
  } = typeof journal === 'object' ? journal : { requests: journal }
  return { requests, bytes, ...(wholeBodies ? { wholeBodies } : {}) }
}

/** How many requests are held at most, and the rough bytes they may take together. The newest is always held. */
export type NotesLimit = {
  readonly requests: number
  readonly bytes: number
  /** Bodies are kept however long they are. */
  readonly wholeBodies?: boolean
}

/** Changes that may be held for each request of the limit, on average. */
export const CHANGES_PER_REQUEST = 10

/** The notes that are held, and what they come to. */
type Held = {
  readonly limit: NotesLimit
  /** What they keep alive of the store. */
  readonly pins: Pins
  /** Oldest first. */
  notes: (Note | undefined)[]
  /** Leading ones that are dropped. */
  first: number
  /** Changes of the others. */
  changed: number
  /** Bytes of what each of the others has for itself. */
  texts: number
}

/** Makes a list of at most so many notes and bytes, and ten times as many changes as notes; with 0 it holds none. */
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
  // Most requests make one change, and a list that was pushed to has room for sixteen more.
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
  // Mostly it is what the request has just stored, which is held as a change until the note goes.
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

/** Drops the oldest until the others keep the bound. */
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
  // Its place stays for a while, what it holds does not.
  notes[held.first] = undefined
  held.first++
  if (held.first < held.limit.requests) return
  held.notes = notes.slice(held.first)
  held.first = 0
}

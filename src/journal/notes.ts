import type { KubeObject } from '../schema/object.js'
import type { Change } from '../store/log.js'
import type { Note } from './note.js'
import { createPins } from './pins.js'

/** The notes of requests that are held, oldest first. */
export type Notes = {
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
  const { requests = REQUESTS, bytes = MOST_BYTES } = typeof journal === 'object' ? journal : { requests: journal }
  return { requests, bytes }
}

/** How many requests are held at most, and the rough bytes they may take together. The newest is always held. */
export type NotesLimit = { readonly requests: number; readonly bytes: number }

/** Changes that may be held for each request of the limit, on average. */
const CHANGES_PER_REQUEST = 10

/** Makes a list of at most so many notes and bytes, and ten times as many changes as notes; with 0 it holds none. */
export function createNotes(limit: NotesLimit): Notes {
  const pins = createPins()
  let notes: Note[] = []
  let first = 0 // leading notes of the array that are dropped
  let changed = 0 // changes of the others
  let texts = 0 // bytes of what each of them has for itself
  const drop = (note: Note) => {
    changed -= note.changes?.length ?? 0
    for (const { prev, next } of note.changes ?? []) for (const object of [prev, next]) pins.release(object)
    pins.release(note.pinned)
    texts -= note.bytes
    first++
    if (first < limit.requests) return
    notes = notes.slice(first)
    first = 0
  }
  const trim = () => {
    for (let oldest = notes[first]; oldest && notes.length - first > 1; oldest = notes[first]) {
      const isMuch =
        notes.length - first > limit.requests ||
        changed > limit.requests * CHANGES_PER_REQUEST ||
        texts + pins.bytes() > limit.bytes
      if (!isMuch) return
      drop(oldest)
    }
  }
  const isHeld = (note: Note) => notes[first + note.sequence - (notes[first]?.sequence ?? 0)] === note
  return {
    add(note) {
      if (limit.requests === 0) return note
      notes.push(note)
      texts += note.bytes
      trim()
      return note
    },
    addChanges(note, changes) {
      if (!isHeld(note)) return
      note.changes ??= []
      for (const { revision, table, key, prev, next, cause, bytes } of changes) {
        note.changes.push({ revision, table, key, prev, next, cause })
        pins.hold(prev)
        pins.hold(next, bytes)
      }
      changed += changes.length
      trim()
    },
    end(note, write) {
      const { bytes, pinned } = note
      write()
      if (!isHeld(note)) return
      texts += note.bytes - bytes
      pins.hold(note.pinned)
      pins.release(pinned)
      trim()
    },
    newest(wanted) {
      for (let i = notes.length - 1; i >= first; i--) {
        const note = notes[i]
        if (note && wanted(note)) return note
      }
      return undefined
    },
    all: () => notes.slice(first),
    bytes: () => texts + pins.bytes(),
    clear() {
      pins.clear()
      notes = []
      first = 0
      changed = 0
      texts = 0
    },
  }
}

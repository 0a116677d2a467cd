import type { KubeObject } from '../schema/object.js'
import type { Change } from '../store/log.js'
import type { Note } from './note.js'

/** The notes of requests that are held, oldest first. */
export type Notes = {
  /** Adds a note, dropping the oldest beyond the bound; gives it back. */
  readonly add: (note: Note) => Note
  /** Adds what a request has changed to its note, dropping the oldest notes where there are too many changes. */
  readonly addChanges: (note: Note, changes: readonly Change<KubeObject>[]) => void
  /** The newest one that is wanted. */
  readonly newest: (wanted: (note: Note) => boolean) => Note | undefined
  readonly all: () => readonly Note[]
  readonly clear: () => void
}

/** Changes that may be held for each request of the limit, on average. */
const CHANGES_PER_REQUEST = 10

/** Makes a list of at most `limit` notes, and ten times as many changes; with 0 it holds none. */
export function createNotes(limit: number): Notes {
  let notes: Note[] = []
  let first = 0 // leading notes of the array that are dropped
  let changed = 0 // changes of the others
  const drop = () => {
    changed -= notes[first]?.changes?.length ?? 0
    first++
    if (first < limit) return
    notes = notes.slice(first)
    first = 0
  }
  return {
    add(note) {
      if (limit === 0) return note
      notes.push(note)
      if (notes.length - first > limit) drop()
      return note
    },
    addChanges(note, changes) {
      if (limit === 0) return
      note.changes ??= []
      for (const { revision, table, key, prev, next, cause } of changes)
        note.changes.push({ revision, table, key, prev, next, cause })
      changed += changes.length
      while (changed > limit * CHANGES_PER_REQUEST && notes.length - first > 1) drop()
    },
    newest(wanted) {
      for (let i = notes.length - 1; i >= first; i--) {
        const note = notes[i]
        if (note && wanted(note)) return note
      }
      return undefined
    },
    all: () => notes.slice(first),
    clear() {
      notes = []
      first = 0
      changed = 0
    },
  }
}

import { askedBy, subresourceIn } from './entry.js'
import type { Note } from './note.js'
import type { RequestSort } from './types.js'

/** Requests of one sort that a journal no longer holds: how many, and the sequence number of the newest. */
export type LostSort = RequestSort & { count: number; newest: number }

/** The requests that a journal had to drop, by their sort, so that one knows what it can no longer tell. */
export type Lost = {
  /** Adds a dropped request. */
  readonly add: (note: Note) => void
  readonly sorts: () => readonly LostSort[]
  /** Returns the number of dropped requests that could be of any sort. */
  readonly unsorted: () => number
  readonly clear: () => void
}

/** The maximum number of sorts that are told apart: clients may define and delete kinds without end. */
const MOST_SORTS = 1000

/** Makes an empty list. */
export function createLost(): Lost {
  let byKind = new Map<string, LostSort[]>()
  let left = MOST_SORTS
  let unsorted = 0
  return {
    add(note) {
      // One that is dropped at its arrival, or before its body has come, has no call yet.
      if (!note.call && note.ended === undefined) return void unsorted++
      const kind = askedBy(note)?.target.def.kind ?? ''
      const sorts = byKind.get(kind)
      if (sorts)
        for (const sort of sorts)
          if (isOfSort(sort, note)) {
            sort.count++
            sort.newest = note.sequence
            return
          }
      if (left === 0) return void unsorted++
      left--
      const sort = { ...sortOf(note), count: 1, newest: note.sequence }
      if (sorts) sorts.push(sort)
      else byKind.set(kind, [sort])
    },
    sorts: () => [...byKind.values()].flat(),
    unsorted: () => unsorted,
    clear() {
      byKind = new Map()
      left = MOST_SORTS
      unsorted = 0
    },
  }
}

function sortOf(note: Note): RequestSort {
  const call = askedBy(note)
  const { verb, def } = call?.target ?? {}
  const { via, by } = note
  const { apiVersion = '', kind = '', plural: resource = '' } = def ?? {}
  return { via, by, verb, apiVersion, kind, resource, subresource: call ? subresourceIn(call) : '' }
}

// Called for every request once a journal is full: it compares without making an object.
function isOfSort(sort: LostSort, note: Note): boolean {
  const call = askedBy(note)
  if (sort.verb !== call?.target.verb || sort.via !== note.via || sort.by?.controller !== note.by?.controller)
    return false
  return !call || (sort.apiVersion === call.target.def.apiVersion && sort.subresource === subresourceIn(call))
}

import type { Call } from '../../model/call/call.js'
import { type Note, askedBy, subresourceIn } from './note.js'
import type { RequestSort } from './types.js'

/** Requests of one sort that a journal no longer holds: how many, and the sequence number of the newest. */
export type LostSort = RequestSort & { count: number; newest: number }

/** The requests that a journal had to drop, by their sort, so that one knows what it can no longer tell. */
export type Lost = {
  /** Returns the sort of a request that has ended; undefined if there are too many to tell it apart. */
  readonly sortOf: (note: Note) => LostSort | undefined
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
  const sortOf = (note: Note): LostSort | undefined => {
    const call = askedBy(note)
    const kind = call?.target.def.kind ?? ''
    const sorts = byKind.get(kind)
    if (sorts) for (const sort of sorts) if (isOfSort(sort, note, call)) return sort
    if (left === 0) return undefined
    left--
    const sort = { ...describe(note, call), count: 0, newest: 0 }
    if (sorts) sorts.push(sort)
    else byKind.set(kind, [sort])
    return sort
  }
  return {
    sortOf,
    add(note) {
      // One that is dropped at its arrival, or before its body has come, has no call yet.
      const sort = note.sort ?? (note.call && sortOf(note))
      if (!sort) return void unsorted++
      sort.count++
      sort.newest = note.sequence
    },
    sorts: () => [...byKind.values()].flat().filter(({ count }) => count > 0),
    unsorted: () => unsorted,
    clear() {
      byKind = new Map()
      left = MOST_SORTS
      unsorted = 0
    },
  }
}

function describe(note: Note, call: Call | undefined): RequestSort {
  const { verb, def } = call?.target ?? {}
  const { via, by } = note
  const { apiVersion = '', kind = '', plural: resource = '' } = def ?? {}
  return { via, by, verb, apiVersion, kind, resource, subresource: call ? subresourceIn(call) : '' }
}

// Called for every request: it compares without making an object.
function isOfSort(sort: LostSort, note: Note, call: Call | undefined): boolean {
  if (sort.verb !== call?.target.verb || sort.via !== note.via || sort.by?.controller !== note.by?.controller)
    return false
  return !call || (sort.apiVersion === call.target.def.apiVersion && sort.subresource === subresourceIn(call))
}

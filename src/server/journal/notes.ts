import type { Call } from '../../model/call/call.js'
import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/history.js'
import { type Note, askedBy, subresourceIn } from './note.js'
import { roughSize } from '../../base/json/size.js'
import type { RequestSort } from './types.js'

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

/**
 * The maximum number of held requests of clients, and of writes of controllers; and the approximate size of all of them
 * together. The newest is always held.
 */
export type NotesLimit = {
  readonly requests: number
  readonly bytes: number
  /** Whether bodies are kept regardless of their length. */
  readonly wholeBodies?: boolean
}

/** The maximum number of held changes per request of the limit, on average. */
export const CHANGES_PER_REQUEST = 10

/** The held notes of one side, and their totals. */
export type Side = {
  /** Oldest first. */
  notes: (Note | undefined)[]
  /** The number of leading notes that were dropped. */
  first: number
  /** The number of the other notes. */
  count: number
  /** The number of their changes. */
  changed: number
}

/** The notes of the held requests, and their totals. */
type Notes = {
  readonly limit: NotesLimit
  /** The stored objects that the notes keep alive. */
  readonly pins: Pins
  /** The requests that were dropped because of the limit, since they were last cleared. */
  readonly lost: Lost
  /** What controllers do is kept apart: however much it is, no request of a client is dropped for it. */
  clients: Side
  controllers: Side
  /** The bytes of what only the notes hold. */
  texts: number
}

/** Makes an empty list within a limit, of ten times as many changes as requests; with a limit of 0 it holds none. */
export const createNotes = (limit: NotesLimit): Notes => ({
  limit,
  pins: { holders: new Map(), bytes: 0 },
  lost: createLost(),
  clients: emptySide(),
  controllers: emptySide(),
  texts: 0,
})

/** Drops all notes, and forgets which were dropped before. */
export function clearNotes(held: Notes): void {
  for (const note of heldNotes(held)) note.side = undefined
  held.lost.clear()
  Object.assign(held, { clients: emptySide(), controllers: emptySide(), texts: 0 })
  Object.assign(held.pins, { holders: new Map(), bytes: 0 })
}

/** Returns the approximate size in bytes of what the notes keep in memory. */
export const sizeOfNotes = ({ texts, pins }: Notes): number => texts + pins.bytes

const emptySide = (): Side => ({ notes: [], first: 0, count: 0, changed: 0 })

/** Returns the note of a call. */
export const noteOfCall = ({ clients, controllers }: Notes, call: Call): Note | undefined =>
  newestOf(clients, call) ?? newestOf(controllers, call)

const newestOf = ({ notes }: Side, call: Call): Note | undefined =>
  notes.findLast((note) => note !== undefined && (note.call === call || note.done === call))

/** Returns the held notes of both sides in the order of their requests. */
export function heldNotes({ clients, controllers }: Notes): readonly Note[] {
  const merged: Note[] = []
  let [a, b] = [clients.first, controllers.first]
  for (;;) {
    const [client, controller] = [clients.notes[a], controllers.notes[b]]
    if (client && (!controller || client.sequence < controller.sequence)) {
      merged.push(client)
      a++
    } else if (controller) {
      merged.push(controller)
      b++
    } else return merged
  }
}

/** Adds a note, dropping the oldest ones beyond the limit; returns the note. */
export function addNote(held: Notes, note: Note): Note {
  if (held.limit.requests === 0) {
    held.lost.add(note)
    return note
  }
  const side = note.via === 'controller' ? held.controllers : held.clients
  note.side = side
  side.notes.push(note)
  side.count++
  held.texts += note.bytes
  trim(held, side)
  return note
}

/** Adds changes to the note of their request, which is under way: its end drops the oldest notes beyond the limit. */
export function addChanges(held: Notes, note: Note, changes: readonly Change<KubeObject>[]): void {
  const { side } = note
  if (!side) return
  // Most requests make one change; pushing to a list would allocate room for sixteen more.
  if (note.changes) for (const change of changes) note.changes.push(change)
  else note.changes = changes.slice()
  for (const { prev, next, bytes, bytesBefore } of changes) {
    if (prev) hold(held.pins, prev, bytesBefore)
    if (next) hold(held.pins, next, bytes)
  }
  side.changed += changes.length
}

/** Records the outcome of a request with `write`, dropping the oldest notes beyond the limit. */
export function finishNote(held: Notes, note: Note, write: () => void): void {
  const { bytes, pinned, side } = note
  write()
  if (!side) return
  // Now, while its call is at hand: reading it from memory when it is dropped takes longer than all the rest.
  note.sort = held.lost.sortOf(note)
  held.texts += note.bytes - bytes
  // Usually it is the object that the request has just stored, which the note's changes hold already.
  if (note.changes?.at(-1)?.next === note.pinned) note.pinned = undefined
  if (note.pinned) hold(held.pins, note.pinned)
  if (pinned) release(held.pins, pinned)
  trim(held, side)
}

/**
 * Drops the oldest notes until the others are within the limit, those of the side that has grown by number: where bytes
 * run short, first those of controllers.
 */
function trim(held: Notes, grown: Side): void {
  const { limit, clients, controllers } = held
  const mostChanges = limit.requests * CHANGES_PER_REQUEST
  while (grown.count > 1 && (grown.count > limit.requests || grown.changed > mostChanges)) drop(held, grown)
  while (held.texts + held.pins.bytes > limit.bytes && clients.count + controllers.count > 1)
    drop(held, controllers.count > 0 ? controllers : clients)
}

function drop(held: Notes, side: Side): void {
  const { notes } = side
  const note = notes[side.first]
  if (!note) return
  held.lost.add(note)
  note.side = undefined
  const changes = note.changes ?? []
  side.changed -= changes.length
  for (const { prev, next } of changes) {
    if (prev) release(held.pins, prev)
    if (next) release(held.pins, next)
  }
  if (note.pinned) release(held.pins, note.pinned)
  held.texts -= note.bytes
  // The slot is kept for a while; the note is released.
  notes[side.first] = undefined
  side.first++
  side.count--
  if (side.first < held.limit.requests) return
  side.notes = notes.slice(side.first)
  side.first = 0
}

/** The objects that are kept alive, each once, however often it is held, and the bytes of all of them. */
type Pins = { holders: Map<object, Pin>; bytes: number }

type Pin = { count: number; readonly size: number }

/** Holds an object; `bytes` is its approximate size, if known. */
function hold(pins: Pins, object: object, bytes?: number): void {
  const pin = pins.holders.get(object)
  if (pin) return void pin.count++
  const size = bytes ?? roughSize(object)
  pins.holders.set(object, { count: 1, size })
  pins.bytes += size
}

/** Releases an object that was held. */
function release(pins: Pins, object: object): void {
  const pin = pins.holders.get(object)
  if (!pin || --pin.count > 0) return
  pins.holders.delete(object)
  pins.bytes -= pin.size
}

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
function createLost(): Lost {
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

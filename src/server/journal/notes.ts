import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/log.js'
import { type Lost, createLost } from './lost.js'
import type { Note } from './note.js'
import { roughSize } from '../../base/json/size.js'

/** The notes of the held requests, oldest first. */
type Notes = {
  /** Adds a note, dropping the oldest ones beyond the limit; returns the note. */
  readonly add: (note: Note) => Note
  /** Adds changes to the note of their request, dropping the oldest notes beyond the limit. */
  readonly addChanges: (note: Note, changes: readonly Change<KubeObject>[]) => void
  /** Records the outcome of a request with `write`, dropping the oldest notes beyond the limit. */
  readonly end: (note: Note, write: () => void) => void
  /** Returns the newest note that satisfies a predicate, which only one side can. */
  readonly newest: (wanted: (note: Note) => boolean) => Note | undefined
  readonly all: () => readonly Note[]
  /** Returns the approximate size in bytes of what the notes keep in memory. */
  readonly bytes: () => number
  readonly clear: () => void
  /** The requests that were dropped because of the limit, since the last `clear`. */
  readonly lost: Lost
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
type Side = {
  /** Oldest first. */
  notes: (Note | undefined)[]
  /** The number of leading notes that were dropped. */
  first: number
  /** The number of changes of the other notes. */
  changed: number
}

/** The held notes and their totals. */
type Held = {
  readonly limit: NotesLimit
  /** The stored objects that the notes keep alive. */
  readonly pins: Pins
  readonly lost: Lost
  /** What controllers do is kept apart: however much it is, no request of a client is dropped for it. */
  clients: Side
  controllers: Side
  /** The bytes of what only the notes hold. */
  texts: number
}

/** Makes a list within a limit, of ten times as many changes as requests; with a limit of 0 it holds none. */
export function createNotes(limit: NotesLimit): Notes {
  const lost = createLost()
  const held: Held = { limit, pins: createPins(), lost, clients: emptySide(), controllers: emptySide(), texts: 0 }
  return {
    lost,
    add: (note) => add(held, note),
    addChanges: (note, changes) => addChanges(held, note, changes),
    end: (note, write) => end(held, note, write),
    newest: (wanted) => newest(held.clients, wanted) ?? newest(held.controllers, wanted),
    all: () => heldNotes(held),
    bytes: () => held.texts + held.pins.bytes(),
    clear() {
      for (const note of heldNotes(held)) note.isHeld = false
      held.pins.clear()
      lost.clear()
      Object.assign(held, { clients: emptySide(), controllers: emptySide(), texts: 0 })
    },
  }
}

const emptySide = (): Side => ({ notes: [], first: 0, changed: 0 })

const sideOf = (held: Held, { via }: Note): Side => (via === 'controller' ? held.controllers : held.clients)

const newest = ({ notes }: Side, wanted: (note: Note) => boolean): Note | undefined =>
  notes.findLast((note) => note !== undefined && wanted(note))

/** Returns the held notes of both sides in the order of their requests. */
function heldNotes({ clients, controllers }: Held): readonly Note[] {
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

function add(held: Held, note: Note): Note {
  if (held.limit.requests === 0) {
    held.lost.add(note)
    return note
  }
  note.isHeld = true
  const side = sideOf(held, note)
  side.notes.push(note)
  held.texts += note.bytes
  trim(held, side)
  return note
}

function addChanges(held: Held, note: Note, changes: readonly Change<KubeObject>[]): void {
  if (!note.isHeld) return
  // Most requests make one change; pushing to a list would allocate room for sixteen more.
  if (note.changes) for (const change of changes) note.changes.push(change)
  else note.changes = changes.slice()
  for (const { prev, next, bytes, bytesBefore } of changes) {
    if (prev) held.pins.hold(prev, bytesBefore)
    if (next) held.pins.hold(next, bytes)
  }
  const side = sideOf(held, note)
  side.changed += changes.length
  trim(held, side)
}

function end(held: Held, note: Note, write: () => void): void {
  const { bytes, pinned } = note
  write()
  if (!note.isHeld) return
  // Now, while its call is at hand: reading it from memory when it is dropped takes longer than all the rest.
  note.sort = held.lost.sortOf(note)
  held.texts += note.bytes - bytes
  // Usually it is the object that the request has just stored, which the note's changes hold already.
  if (note.changes?.at(-1)?.next === note.pinned) note.pinned = undefined
  if (note.pinned) held.pins.hold(note.pinned)
  if (pinned) held.pins.release(pinned)
  trim(held)
}

const countOf = ({ notes, first }: Side): number => notes.length - first

/**
 * Drops the oldest notes until the others are within the limit, those of a side that has grown by number: where bytes
 * run short, first those of controllers.
 */
function trim(held: Held, grown?: Side): void {
  const { limit, clients, controllers, pins } = held
  if (grown) trimSide(held, grown)
  while (held.texts + pins.bytes() > limit.bytes && countOf(clients) + countOf(controllers) > 1)
    drop(held, countOf(controllers) > 0 ? controllers : clients)
}

function trimSide(held: Held, side: Side): void {
  const { requests } = held.limit
  const mostChanges = requests * CHANGES_PER_REQUEST
  for (;;) {
    const count = side.notes.length - side.first
    if (count <= 1 || (count <= requests && side.changed <= mostChanges)) return
    drop(held, side)
  }
}

function drop(held: Held, side: Side): void {
  const { notes } = side
  const note = notes[side.first]
  if (!note) return
  held.lost.add(note)
  note.isHeld = false
  const changes = note.changes ?? []
  side.changed -= changes.length
  for (const { prev, next } of changes) {
    if (prev) held.pins.release(prev)
    if (next) held.pins.release(next)
  }
  if (note.pinned) held.pins.release(note.pinned)
  held.texts -= note.bytes
  // The slot is kept for a while; the note is released.
  notes[side.first] = undefined
  side.first++
  if (side.first < held.limit.requests) return
  side.notes = notes.slice(side.first)
  side.first = 0
}

/** Counts the bytes of objects that are kept alive, each once, however often it is held. */
type Pins = {
  /** Holds an object; `bytes` is its approximate size, if known. */
  readonly hold: (object: object, bytes?: number) => void
  /** Releases an object that was held. */
  readonly release: (object: object) => void
  readonly bytes: () => number
  readonly clear: () => void
}

type Pin = { holders: number; readonly size: number }

/** Makes an empty count. */
function createPins(): Pins {
  let pins = new Map<object, Pin>()
  let bytes = 0
  return {
    hold(object, known) {
      const pin = pins.get(object)
      if (pin) return void pin.holders++
      const size = known ?? roughSize(object)
      pins.set(object, { holders: 1, size })
      bytes += size
    },
    release(object) {
      const pin = pins.get(object)
      if (!pin || --pin.holders > 0) return
      pins.delete(object)
      bytes -= pin.size
    },
    bytes: () => bytes,
    clear() {
      pins = new Map()
      bytes = 0
    },
  }
}

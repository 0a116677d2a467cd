import { type OrderedMap, type SortedMap, createSortedMap, diffMaps } from '../../base/lists/sorted-map.js'
import { mustHave } from '../../base/must-have.js'
import { compareTexts } from '../../base/json/json.js'

/** A value that controllers share, and its place among all notes in the order in which they were last set. */
type Note = { readonly value: unknown; readonly place: number }

/** Values that controllers share, by name. The maps are copied in constant time. */
export type Notes = {
  readonly byName: SortedMap<Note>
  /** The names of the notes that may be evicted, in the order in which they were last set. */
  readonly order: OrderedMap<string, number>
  /** How often a note was set so far. */
  made: number
}

/** Limit of the number of notes that may be evicted. */
const MOST_NOTES = 4096
/** Notes whose names begin with it are never evicted: there is a fixed number of them. */
const KEPT = '~'

/** Creates an empty set of notes. */
export const noNotes = (): Notes => ({
  byName: createSortedMap(compareTexts),
  order: createSortedMap((a: number, b: number) => a - b),
  made: 0,
})

/** Returns a mutable copy. */
export const copyNotes = ({ byName, order, made }: Readonly<Notes>): Notes => ({
  byName: byName.clone(),
  order: order.clone(),
  made,
})

/** Returns the note of a name; undefined if there is none. */
export const noteOf = ({ byName }: Notes, name: string): unknown => byName.get(name)?.value

/** Sets a note; beyond the limit, the note that was set the longest ago is evicted. */
export function setNote(notes: Notes, name: string, value: unknown): void {
  const { byName, order } = notes
  const place = ++notes.made
  const isKept = name.startsWith(KEPT)
  const before = isKept ? undefined : byName.get(name)
  if (before) order.delete(before.place)
  byName.set(name, { value, place })
  if (isKept) return
  order.set(place, name)
  if (order.size <= MOST_NOTES) return
  const oldest = mustHave(order.minKey(), 'the oldest note')
  byName.delete(mustHave(order.get(oldest), 'its name'))
  order.delete(oldest)
}

/** Returns all notes, those that were set the longest ago first. */
export function pairsOfNotes({ byName }: Notes): readonly (readonly [name: string, value: unknown])[] {
  const found: (readonly [string, Note])[] = []
  byName.forRange('', '\uffff', true, (name, note) => {
    found.push([name, note])
    return undefined
  })
  return found.sort(([, one], [, other]) => one.place - other.place).map(([name, { value }]) => [name, value])
}

/** Returns the notes that were set since, in that order, after those that are gone, which are without a value. */
export function noteChanges(
  { byName: before }: Notes,
  { byName: after }: Notes,
): readonly (readonly [name: string, value?: unknown])[] {
  const found: (readonly [string, Note | undefined])[] = []
  diffMaps(before, after, (name, _, note) => void found.push([name, note]))
  return found
    .sort(([, one], [, other]) => (one?.place ?? 0) - (other?.place ?? 0))
    .map(([name, note]) => (note ? [name, note.value] : [name]))
}

/** Creates notes from what {@link pairsOfNotes} returned. */
export function notesOf(pairs: readonly (readonly [name: string, value: unknown])[]): Notes {
  const notes = noNotes()
  for (const [name, value] of pairs) setNote(notes, name, value)
  return notes
}

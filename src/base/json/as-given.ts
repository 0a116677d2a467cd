import { Float } from '../go/numbers.js'
import { setOwn } from './json.js'
import { memberNames } from './member-names.js'

/** What a decoded struct, map or list does not show of what was given, and Go knows until the object is stored. */
type Note = {
  /** The empty lists and maps that were left out. */
  readonly emptied: readonly string[]
  /** The bytes that were given as null and are written as no bytes. */
  readonly nulls: readonly string[]
  /** The times and quantities that are written in another form than the one they were given in. */
  readonly forms: ReadonlyMap<string, Form>
  /** The numbers that were written as floats, by name or index. */
  readonly floats: ReadonlyMap<string, Float>
}

type Form = { readonly written: unknown; readonly given: string }

/** The key of the note. Copies made by spreading keep it; JSON does not. */
const NOTE = Symbol('as given')
const EMPTY: Note = { emptied: [], nulls: [], forms: new Map(), floats: new Map() }

type Values = Readonly<Record<string, unknown>>
type Noted = { [NOTE]?: Note }

const noteOf = (holder: object): Note => (holder as Noted)[NOTE] ?? EMPTY // only this file has the symbol

function note(holder: object, more: Partial<Note>): void {
  const noted = holder as Noted // as above
  noted[NOTE] = { ...EMPTY, ...noted[NOTE], ...more }
}

/** Notes that a member left out of a new struct was given as an empty list or map, which Go tells apart from nil. */
export const noteEmptied = (struct: object, member: string): void =>
  note(struct, { emptied: [...noteOf(struct).emptied, member] })

/** Notes that bytes in a new map were given as null, which Go tells apart from no bytes. */
export const noteNull = (map: object, key: string): void => note(map, { nulls: [...noteOf(map).nulls, key] })

/** Notes the form in which a time or a quantity in a new struct or map was given. */
export const noteForm = (holder: object, member: string, form: Form): void =>
  note(holder, { forms: new Map([...noteOf(holder).forms, [member, form]]) })

/** Marks a new struct, map or list because there is a note on something nested in it. */
export const noteWithin = (struct: object): void => note(struct, {})

/**
 * Sets a member of a new map, or an item of a new list: a {@link Float} becomes a number with a note of how it was
 * written.
 */
export function setGiven(holder: object, key: string | number, value: unknown): void {
  const name = String(key)
  // A list is an object too, with its indexes as names.
  setOwn(holder as Record<string, unknown>, name, value instanceof Float ? value.value : value)
  const isNoted = typeof value === 'object' && value !== null && NOTE in value
  // A duplicate member may have left a note.
  if (!(value instanceof Float) && !isNoted && !(NOTE in holder)) return
  const floats = new Map(noteOf(holder).floats)
  if (value instanceof Float) floats.set(name, value)
  else floats.delete(name)
  note(holder, { floats })
}

/** Returns a member of a map or an item of a list: a {@link Float} if it was written as one. */
export function givenAt(holder: object, key: string | number): unknown {
  const value = (holder as Values)[key] // a list's items are members too
  if (typeof value !== 'number') return value
  const float = (holder as Noted)[NOTE]?.floats.get(String(key)) // as above
  return float?.value === value ? float : value
}

/** Copies the note of a struct, map or list to a copy of it that was made member by member. */
export function keepNote(original: object, copy: object): void {
  if (NOTE in original) note(copy, noteOf(original))
}

// A member that a default has filled in since is not left out any more.
const notedIn = (struct: object): readonly string[] =>
  noteOf(struct).emptied.filter((member) => !Object.hasOwn(struct, member))

/** Tells whether a member that is absent from a struct was given as an empty list or map. */
export const isEmptied = (struct: unknown, member: string): boolean =>
  typeof struct === 'object' && struct !== null && notedIn(struct).includes(member)

/** Returns a list or map of a struct as it was given: `empty` if it was left out for being empty. */
export const givenOf = <V>(struct: object | null | undefined, member: string, value: V, empty: NonNullable<V>): V =>
  value ?? (isEmptied(struct, member) ? empty : value)

/** Tells whether any list or map in a value was given empty and left out: what has no note has none in it either. */
export function hasEmptied(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasEmptied)
  if (typeof value !== 'object' || value === null || !(NOTE in value)) return false
  const members = value as Values // an object's members may be anything
  return notedIn(value).length > 0 || memberNames(value).some((name) => hasEmptied(members[name]))
}

/** Tells whether a struct, map or list has a note, or something nested in a struct or map has one. */
export const isNoted = (value: object): boolean => NOTE in value

/** Tells whether any number in a value was written as a float. */
export function hasFloats(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !(NOTE in value)) return false
  return Object.keys(value).some((key) => {
    const member = givenAt(value, key)
    return member instanceof Float || hasFloats(member)
  })
}

/** Returns the names of the bytes in a map that were given as null. */
export const nullsOf = (map: object = {}): readonly string[] => noteOf(map).nulls

/** Returns a time or a quantity of a struct or map in the form in which it was given. */
export function formOf<H extends object, M extends keyof H & string>(holder: H, member: M): H[M] | string {
  const form = noteOf(holder).forms.get(member)
  return form?.written === holder[member] && form !== undefined ? form.given : holder[member]
}

/** Returns an object as it is stored: without notes. */
export const withoutNotes = <T extends object>(struct: T): T => (NOTE in struct ? cleaned(struct) : struct)

// Copies only the parts that have a note.
function cleaned<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    let items: unknown[] | undefined = NOTE in value ? Array.from<unknown>(value) : undefined
    for (const [i, item] of value.entries()) {
      const part: unknown = cleaned(item)
      if (part !== item) (items ??= [...value])[i] = part
    }
    return (items ?? value) as T // of the same types
  }
  const given = value as Record<string, unknown> & Noted // an object's members may be anything
  let copy = given[NOTE] === undefined ? undefined : withoutNote(given)
  for (const name of memberNames(given)) {
    const part = cleaned(given[name])
    if (part !== given[name]) (copy ??= { ...given })[name] = part
  }
  return (copy ?? value) as T // with the same members
}

const withoutNote = ({ [NOTE]: _, ...copy }: Record<string, unknown> & Noted): Record<string, unknown> => copy

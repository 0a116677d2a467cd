import { memberNames } from './names.js'

/**
 * The key of the note on a struct whose empty lists and maps were left out, or on a map of bytes some of which were
 * given as null: their names. Copies made by spreading keep it; JSON does not.
 */
const EMPTIED = Symbol('emptied')

type Values = Readonly<Record<string, unknown>>
type Emptied = { readonly [EMPTIED]?: readonly string[] }

/**
 * Notes that a member left out of a new struct was given as an empty list or map, which Go tells apart from nil until
 * the object is stored.
 */
export function noteEmptied(struct: { [EMPTIED]?: readonly string[] }, member: string): void {
  struct[EMPTIED] = [...(struct[EMPTIED] ?? []), member]
}

/**
 * Notes that bytes in a new map were given as null. They are written as no bytes, but Go tells the two apart until the
 * object is stored.
 */
export const noteNull = noteEmptied

/** Returns the names of the bytes in a map that were given as null. */
export const nullsOf = (map: object = {}): readonly string[] =>
  ((map as Emptied)[EMPTIED] ?? []).filter((name) => Object.hasOwn(map, name)) // only this file has the symbol

/** Copies the note of a struct to a copy of it that was made member by member. */
export function keepEmptied(original: object, copy: { [EMPTIED]?: readonly string[] }): void {
  const { [EMPTIED]: noted } = original as Emptied // only this file has the symbol
  if (noted) copy[EMPTIED] = noted
}

/** Marks a new struct or map because something nested in it was given as an empty list or map. */
export function noteEmptiedWithin(struct: { [EMPTIED]?: readonly string[] }): void {
  struct[EMPTIED] ??= []
}

// A member that a default has filled in since is not left out any more.
function notedIn(struct: object): readonly string[] {
  const { [EMPTIED]: noted = [] } = struct as Emptied // only this file has the symbol
  return noted.filter((member) => !Object.hasOwn(struct, member))
}

/** Tells whether a member that is absent from a struct was given as an empty list or map. */
export const isEmptied = (struct: unknown, member: string): boolean =>
  typeof struct === 'object' && struct !== null && notedIn(struct).includes(member)

/** Returns a list or map of a struct as it was given: `empty` if it was left out for being empty. */
export const givenOf = <V>(struct: object | null | undefined, member: string, value: V, empty: NonNullable<V>): V =>
  value ?? (isEmptied(struct, member) ? empty : value)

/** Tells whether any list or map in a value was given empty and left out: what has no note has none in it either. */
export function hasEmptied(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasEmptied)
  if (typeof value !== 'object' || value === null || !(EMPTIED in value)) return false
  const members = value as Values // an object's members may be anything
  return notedIn(value).length > 0 || memberNames(value).some((name) => hasEmptied(members[name]))
}

/** Returns a struct as it is stored: without notes of what was given empty. */
export const withoutEmptied = <T extends object>(struct: T): T =>
  (struct as Emptied)[EMPTIED] === undefined ? struct : cleaned(struct) // as above

// Copies only the parts that have a note.
function cleaned<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    let items: unknown[] | undefined
    for (const [i, item] of value.entries()) {
      const part: unknown = cleaned(item)
      if (part !== item) (items ??= [...value])[i] = part
    }
    return (items ?? value) as T // of the same types
  }
  const given = value as Record<string, unknown> & Emptied // an object's members may be anything
  let copy = given[EMPTIED] === undefined ? undefined : withoutNote(given)
  for (const name of memberNames(given)) {
    const part = cleaned(given[name])
    if (part !== given[name]) (copy ??= { ...given })[name] = part
  }
  return (copy ?? value) as T // with the same members
}

const withoutNote = ({ [EMPTIED]: _, ...copy }: Record<string, unknown> & Emptied): Record<string, unknown> => copy

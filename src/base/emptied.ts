/**
 * A struct without its empty lists and maps; by this, which of them it was given. Copies by spreading have it too; JSON
 * does not.
 */
const EMPTIED = Symbol('emptied')

type Emptied = { readonly [EMPTIED]?: readonly string[] }

/**
 * Notes that a member that was left out of a new struct was given as an empty list or map, which Go tells from none
 * until it is stored.
 */
export function noteEmptied(struct: { [EMPTIED]?: readonly string[] }, member: string): void {
  struct[EMPTIED] = [...(struct[EMPTIED] ?? []), member]
}

/** Gives a copy of a struct that was made member by member what its original was given as an empty list or map. */
export function keepEmptied(original: object, copy: { [EMPTIED]?: readonly string[] }): void {
  const { [EMPTIED]: noted } = original as Emptied // nobody else has the symbol
  if (noted) copy[EMPTIED] = noted
}

/** Notes that something within a new struct was given as an empty list or map. */
export function noteEmptiedWithin(struct: { [EMPTIED]?: readonly string[] }): void {
  struct[EMPTIED] ??= []
}

// What a default has filled since is not left out. No value has a note but those that were given one.
function notedIn(struct: object): readonly string[] {
  const { [EMPTIED]: noted = [] } = struct as Emptied // nobody else has the symbol
  return noted.filter((member) => !Object.hasOwn(struct, member))
}

/** Tells whether a member that a struct has not was given as an empty list or map. */
export const isEmptied = (struct: unknown, member: string): boolean =>
  typeof struct === 'object' && struct !== null && notedIn(struct).includes(member)

/** A list or map of a struct as it was given: `empty` where it was left out because nothing is in it. */
export const givenOf = <V>(struct: object | null | undefined, member: string, value: V, empty: NonNullable<V>): V =>
  value ?? (isEmptied(struct, member) ? empty : value)

/** Tells whether anything in a value was given as an empty list or map and left out. */
export function hasEmptied(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return notedIn(value).length > 0 || Object.values(value).some(hasEmptied)
}

/** A struct as it is stored: nobody knows any more what was given empty. */
export const withoutEmptied = <T extends object>(struct: T): T =>
  (struct as Emptied)[EMPTIED] === undefined ? struct : cleaned(struct) // as above

// Most of a value stays as it is, and is not copied.
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
  for (const name of Object.keys(given)) {
    const part = cleaned(given[name])
    if (part !== given[name]) (copy ??= { ...given })[name] = part
  }
  return (copy ?? value) as T // with the same members
}

const withoutNote = ({ [EMPTIED]: _, ...copy }: Record<string, unknown> & Emptied): Record<string, unknown> => copy

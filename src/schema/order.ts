import { keepNote } from '../base/json/as-given.js'
import { isObject, withMembers } from '../base/json/json.js'
import type { Schema } from './types.js'

type Properties = NonNullable<Schema['properties']>

const placesOf = new WeakMap<Properties, ReadonlyMap<string, number>>()

/** Returns the index of each field of a struct. Cached, as a list may have thousands of items of one struct. */
function placesIn(properties: Properties): ReadonlyMap<string, number> {
  let places = placesOf.get(properties)
  if (!places) placesOf.set(properties, (places = new Map(Object.keys(properties).map((name, place) => [name, place]))))
  return places
}

/**
 * Puts the fields of a struct, and of the structs directly in it, into schema order; parts already in order are shared,
 * and those of `stored`, an object of the same schema in order, are skipped.
 */
export function inWireOrder<T extends object>(schema: Schema, object: T, depth = 1, stored?: object): T {
  const properties = schema.properties
  if (!properties) return object
  const members = object as Record<string, unknown> // only the schema knows their types
  const before = stored as Record<string, unknown> | undefined // as above
  let copy: Record<string, unknown> | undefined
  if (depth > 0)
    for (const key in members) {
      const member = properties[key]
      if (!member?.properties) continue
      const value = members[key]
      if (value === before?.[key] || !isObject(value)) continue
      const ordered = inWireOrder(member, value, depth - 1)
      if (ordered !== value) (copy ??= withMembers(members, {}))[key] = ordered
    }
  const result = copy ?? members
  const places = placesIn(properties)
  return (isInOrder(result, places) ? result : sorted(result, places)) as T // the same members
}

function isInOrder(members: Readonly<Record<string, unknown>>, places: ReadonlyMap<string, number>): boolean {
  let last = -1
  for (const name in members) {
    const place = places.get(name)
    if (place === undefined || place < last) return false
    last = place
  }
  return true
}

/**
 * Returns a copy in schema order, or the object itself if it has unknown fields. Insertion sort, as mostly only one or
 * two fields are out of place.
 */
function sorted(
  members: Readonly<Record<string, unknown>>,
  places: ReadonlyMap<string, number>,
): Readonly<Record<string, unknown>> {
  const names: string[] = []
  for (const name in members) {
    const place = places.get(name)
    if (place === undefined) return members
    let at = names.length
    while (at > 0 && (places.get(names[at - 1] ?? '') ?? 0) > place) at--
    names.splice(at, 0, name)
  }
  const out: Record<string, unknown> = {}
  for (const name of names) out[name] = members[name]
  keepNote(members, out)
  return out
}

import { isObject } from './json.js'

/**
 * Tells whether a value contains everything in a partial one: the members of its maps, and for each item of its lists
 * an item that contains it. `null` requires absence.
 */
export function hasAll(value: unknown, partial: unknown): boolean {
  if (partial === null) return value === undefined || value === null
  if (Array.isArray(partial))
    return Array.isArray(value) && partial.every((item) => value.some((other: unknown) => hasAll(other, item)))
  if (isObject(partial))
    return (
      isObject(value) &&
      Object.keys(partial).every((name) => hasAll(Object.hasOwn(value, name) ? value[name] : undefined, partial[name]))
    )
  return value === partial
}

/**
 * Returns only the members of a value that a partial one names, to show the difference of both; lists are kept whole.
 */
export function namedIn(value: unknown, partial: unknown): unknown {
  if (!isObject(value) || !isObject(partial)) return value
  const names = Object.keys(partial).filter((name) => Object.hasOwn(value, name))
  return Object.fromEntries(names.map((name) => [name, namedIn(value[name], partial[name])]))
}

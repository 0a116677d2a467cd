import { isObject } from './json.js'

/**
 * Tells whether a value has all a partial one says: the members of its maps, and for each item of its lists one that
 * has it all. `null` asks for nothing to be there.
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

/** Of a value the members that a partial one names, as a difference of both is to show; lists stay as they are. */
export function namedIn(value: unknown, partial: unknown): unknown {
  if (!isObject(value) || !isObject(partial)) return value
  const names = Object.keys(partial).filter((name) => Object.hasOwn(value, name))
  return Object.fromEntries(names.map((name) => [name, namedIn(value[name], partial[name])]))
}

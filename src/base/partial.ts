import { isObject } from './json.js'

/**
 * Tells whether a value has all a partial one says: the members of its maps, and for each item of its lists one that has
 * it all. `null` asks for nothing to be there.
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

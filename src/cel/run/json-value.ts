import { isObject } from '../../base/json/json.js'

const known = new WeakMap<object, unknown>()

/** Converts a JSON value to one for expressions: integers become ints. An object is converted once. */
export function celOf(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (typeof value !== 'object' || value === null) return value
  let found = known.get(value)
  if (found === undefined) known.set(value, (found = converted(value)))
  return found
}

function converted(value: object): unknown {
  if (Array.isArray(value)) return value.map(celOf)
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, celOf(inner)]))
    : value
}

import { isObject, setOwn } from './json.js'

/** Says that a value is not as plain as that. */
export const UNPLAIN = Symbol('unplain')

const DEEPEST = 100

/**
 * A copy of a value of texts, finite numbers, true, false, null, lists and maps, as JSON and back would give it, at a
 * fifth of what that costs; UNPLAIN where anything else is in it, such as a Date or a circle. Members that are
 * undefined are left out. Parts that are the very ones in their places of `known`, which is plain and never changes,
 * are taken as they are.
 */
export function plainCopy(value: unknown, known?: unknown, depth = 0): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      // JSON has no negative zero.
      return Number.isFinite(value) ? value + 0 : UNPLAIN
    case 'object':
      if (value === null || value === known) return value
      return depth > DEEPEST || 'toJSON' in value ? UNPLAIN : copyOf(value, known, depth + 1)
    default:
      return UNPLAIN
  }
}

function copyOf(value: object, known: unknown, depth: number): unknown {
  if (Array.isArray(value)) return copyOfList(value, Array.isArray(known) ? known : NOTHING, depth)
  if (Object.getPrototypeOf(value) !== Object.prototype) return UNPLAIN
  const before = isObject(known) ? known : NOTHING
  const map: Record<string, unknown> = {}
  // Its prototype has nothing to list.
  for (const name in value) {
    const member = (value as { readonly [name: string]: unknown })[name] // its own
    if (member === undefined) continue
    const copy = plainCopy(member, before[name], depth)
    if (copy === UNPLAIN) return UNPLAIN
    setOwn(map, name, copy)
  }
  return map
}

function copyOfList(value: readonly unknown[], known: { readonly [place: number]: unknown }, depth: number): unknown {
  const list: unknown[] = []
  for (const item of value) {
    const copy = plainCopy(item, known[list.length], depth)
    if (copy === UNPLAIN) return UNPLAIN
    list.push(copy)
  }
  return list
}

const NOTHING: { readonly [name: string]: undefined } = Object.freeze({})

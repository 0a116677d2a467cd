/**
 * Returns a deeply frozen copy of lists and plain objects, unaffected by later changes to the original. Functions and
 * instances of classes are kept as they are.
 */
export const frozenCopy = <T>(value: T): T => copied(value, new Map()) as T // a copy has the type of its original

function copied(value: unknown, done: Map<object, object>): unknown {
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  const before = done.get(value)
  if (before) return before
  const copy: object = Array.isArray(value) ? [] : {}
  done.set(value, copy)
  for (const [name, member] of Object.entries(value))
    Object.defineProperty(copy, name, { value: copied(member, done), enumerable: true })
  return Object.freeze(copy)
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === null || prototype === Object.prototype
}

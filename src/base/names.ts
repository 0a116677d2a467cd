// V8 keeps an object with this many members as a hash table, and sorts its names each time they are listed.
const MANY = 1000
const known = new WeakMap<object, readonly string[]>()

/**
 * Returns the names of an object's own members. Those of a frozen object with thousands of members are cached, as
 * listing them takes as long as reading the object did.
 */
export function namesOf(object: object): readonly string[] {
  const before = known.get(object)
  if (before) return before
  const names = Object.keys(object)
  if (names.length > MANY && Object.isFrozen(object)) known.set(object, names)
  return names
}

/**
 * Like {@link namesOf}, for an object that nobody modifies any more: one with thousands of members is frozen, so that
 * its names can be cached.
 */
export function namesForGood(object: object): readonly string[] {
  const names = known.get(object) ?? Object.keys(object)
  if (names.length > MANY) known.set(Object.freeze(object), names)
  return names
}

const large = new WeakSet<object>()

/** Remembers that a frozen object is large, if its maker counted more than a thousand members. */
export function noteCount(object: object, count: number): void {
  if (count > MANY) large.add(object)
}

/** Tells whether a list or an object has more than a thousand items or members. */
export const hasMany = (value: object): boolean =>
  Array.isArray(value) ? value.length > MANY : large.has(value) || namesOf(value).length > MANY

/** Tells whether an object has no members. */
export function isBare(object: object): boolean {
  if (large.has(object)) return false
  for (const _ in object) return false
  return true
}

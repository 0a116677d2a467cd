// V8 keeps an object of so many members in a table, whose names it puts in order each time they are asked for.
const MANY = 1000
const known = new WeakMap<object, readonly string[]>()

/**
 * The names of an object's own members. Those of a frozen one with thousands are found once, which takes as long as
 * reading it did.
 */
export function namesOf(object: object): readonly string[] {
  const before = known.get(object)
  if (before) return before
  const names = Object.keys(object)
  if (names.length > MANY && Object.isFrozen(object)) known.set(object, names)
  return names
}

/**
 * The same of an object that nobody changes any more: one of thousands is frozen, so that its names need not be found
 * again.
 */
export function namesForGood(object: object): readonly string[] {
  const names = known.get(object) ?? Object.keys(object)
  if (names.length > MANY) known.set(Object.freeze(object), names)
  return names
}

const large = new WeakSet<object>()

/** Remembers of a frozen object how many members whoever made it knows it to have. */
export function noteCount(object: object, count: number): void {
  if (count > MANY) large.add(object)
}

/** Tells whether a list or an object has more than a thousand parts. */
export const hasMany = (value: object): boolean =>
  Array.isArray(value) ? value.length > MANY : large.has(value) || namesOf(value).length > MANY

/** Tells an object without members. */
export function isBare(object: object): boolean {
  if (large.has(object)) return false
  for (const _ in object) return false
  return true
}

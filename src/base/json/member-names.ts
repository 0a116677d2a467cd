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

/** The names that {@link namesOf} returns, for an object that has just been frozen: nothing is looked up. */
export function firstNamesOf(object: object): readonly string[] {
  const names = Object.keys(object)
  if (names.length > MANY) known.set(object, names)
  return names
}

/** The names that {@link namesOf} returns, for an object that is mostly small and not frozen. */
export const memberNames = (object: object): readonly string[] =>
  Object.isFrozen(object) ? namesOf(object) : Object.keys(object)

const large = new WeakSet<object>()

/**
 * Freezes an object that its maker has just completed and that has thousands of members, and caches their names, unless
 * the object lists them in another order: integers come first.
 */
export function noteNames(object: object, names: readonly string[]): void {
  if (names.length <= MANY) return
  large.add(Object.freeze(object))
  if (!names.some(isIndex)) known.set(object, names)
}

const isIndex = (name: string): boolean => /^\d+$/.test(name)

/** Tells whether a list or an object has more than a thousand items or members. */
export const hasMany = (value: object): boolean =>
  Array.isArray(value) ? value.length > MANY : large.has(value) || known.has(value) || Object.keys(value).length > MANY

/** Tells whether an object has no members. */
export function isBare(object: object): boolean {
  if (large.has(object)) return false
  for (const _ in object) return false
  return true
}

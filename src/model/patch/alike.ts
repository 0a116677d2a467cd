import { getOwn, isObject, setOwn } from '../../base/json/json.js'

/**
 * A compressed JSON form of a list with similar items: for each item, the distance back to a similar one and the
 * difference from it; distance 0 means the item is complete.
 */
export type Alike = readonly (readonly [back: number, difference?: Difference])[]

/**
 * Compresses a list: each item is expressed relative to the latest item that shares a mark with it; the first shared
 * mark decides.
 */
export function alikeOf<T>(items: readonly T[], marksOf: (item: T) => readonly string[]): Alike {
  const last = new Map<string, number>()
  return items.map((item, i) => {
    const marks = marksOf(item)
    const base = last.get(marks.find((mark) => last.has(mark)) ?? '')
    for (const mark of marks) last.set(mark, i)
    if (base === undefined) return [0, [item]]
    const difference = differenceOf(items[base], item)
    return difference ? [i - base, difference] : [i - base]
  })
}

/**
 * Checks an item that is restored. Equal parts of items are shared, so that together they may be much larger than the
 * text they are from.
 */
type CheckItem = (item: unknown) => void

/**
 * Decompresses a list, up to the order of members; equal parts are shared.
 *
 * @throws TypeError if an item refers to a missing one; what `check` throws
 */
function itemsOf(alike: readonly unknown[], check: CheckItem): readonly unknown[] {
  const items: unknown[] = []
  for (const told of alike) {
    const [back, difference]: readonly unknown[] = Array.isArray(told) ? told : []
    if (!Number.isInteger(back) || Number(back) < 0 || Number(back) > items.length)
      throw new TypeError('an item differs from one that is not there')
    const item = withDifference(back === 0 ? undefined : items[items.length - Number(back)], difference)
    check(item)
    items.push(item)
  }
  return items
}

/** Restores the compressed lists under `packed` to their places; an object without `packed` stays as it is. */
export function unpacked(
  { packed, ...rest }: { readonly [member: string]: unknown },
  check: CheckItem = () => undefined,
): { readonly [list: string]: unknown } {
  if (typeof packed !== 'object' || packed === null) return rest
  const lists = Object.entries(packed).map(([name, alike]) => [
    name,
    Array.isArray(alike) ? itemsOf(alike, check) : undefined,
  ])
  return { ...rest, ...Object.fromEntries(lists) }
}

/**
 * The difference between two JSON values, as JSON: a list holds a whole replacement value; an object maps names (or
 * list indexes) to the differences of parts. Parts that are not mentioned stay.
 */
export type Difference = Whole | Members | Items
/** A replacement value. */
type Whole = readonly [value: unknown]
/**
 * Changes to an object: 0 removes a member. A new member is appended, or placed behind a named member, or first (null).
 */
type Members = { readonly [name: string]: Difference | 0 | readonly [value: unknown, behind: string | null] }
/**
 * Changes to a list: differences of items by index, then a splice: where, how many items are removed, and the new
 * items.
 */
type Items = {
  readonly [index: number]: Difference
  readonly at?: readonly [index: number, gone: number, ...unknown[]]
}

/** Computes the difference between two values, including the order of members; undefined if they are the same. */
export function differenceOf(before: unknown, after: unknown): Difference | undefined {
  if (before === after) return undefined
  if (Array.isArray(before) && Array.isArray(after)) return ofLists(before, after)
  if (isObject(before) && isObject(after)) return ofObjects(before, after)
  return [after]
}

type JsonMembers = { readonly [name: string]: unknown }

function ofObjects(before: JsonMembers, after: JsonMembers): Whole | Members | undefined {
  const old = namesOf(before)
  const names = namesOf(after)
  const order = old.filter((name) => getOwn(after, name) !== undefined)
  const kept = names.filter((name) => getOwn(before, name) !== undefined)
  // Reordered members are rare: replace the whole object.
  if (kept.some((name, i) => name !== order[i])) return [after]
  const told: Record<string, Members[string]> = {}
  if (order.length < old.length) for (const name of old) if (getOwn(after, name) === undefined) setOwn(told, name, 0)
  let last = kept.at(-1)
  for (const [i, name] of names.entries()) {
    const was = getOwn(before, name)
    if (was !== undefined) {
      const difference = differenceOf(was, after[name])
      if (difference) setOwn(told, name, difference)
      continue
    }
    const behind = names[i - 1]
    setOwn(told, name, behind === last ? [after[name]] : [after[name], behind ?? null])
    if (behind === last) last = name
  }
  return Object.keys(told).length > 0 ? told : undefined
}

/** Returns the names of members that JSON encodes, which leaves out undefined ones. */
const namesOf = (object: JsonMembers) => Object.keys(object).filter((name) => object[name] !== undefined)

function ofLists(before: readonly unknown[], after: readonly unknown[]): Items | undefined {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && !differenceOf(before[head], after[head])) head++
  let tail = 0
  while (tail < shorter - head && !differenceOf(before.at(-1 - tail), after.at(-1 - tail))) tail++
  const told: { -readonly [member in keyof Items]: Items[member] } = {}
  const both = shorter - tail
  for (let i = head; i < both; i++) {
    const difference = differenceOf(before[i], after[i])
    if (difference) told[i] = difference
  }
  if (before.length !== after.length)
    told.at = [both, before.length - tail - both, ...after.slice(both, after.length - tail)]
  return Object.keys(told).length > 0 ? told : undefined
}

/**
 * Applies a difference to a value; unchanged parts are shared.
 *
 * @throws TypeError if the difference does not fit the value
 */
export function withDifference(before: unknown, difference: unknown): unknown {
  if (difference === undefined) return before
  if (Array.isArray(difference) && difference.length > 0) return difference[0]
  if (!isObject(difference)) throw wrong()
  if (Array.isArray(before)) return changedList(before, difference)
  if (isObject(before)) return changedObject(before, difference)
  throw wrong()
}

function changedList(before: readonly unknown[], differences: JsonMembers): readonly unknown[] {
  const list = [...before]
  for (const index of Object.keys(differences)) {
    if (index === 'at') continue
    const i = Number(index)
    if (!isCount(i) || i >= before.length) throw wrong()
    list[i] = withDifference(list[i], differences[index])
  }
  const { at } = differences
  if (at === undefined) return list
  const [index, gone, ...coming]: readonly unknown[] = Array.isArray(at) ? at : []
  if (!isCount(index) || !isCount(gone) || index + gone > list.length) throw wrong()
  return [...list.slice(0, index), ...coming, ...list.slice(index + gone)]
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0

function changedObject(before: JsonMembers, differences: JsonMembers): JsonMembers {
  const { ...object }: Record<string, unknown> = before
  for (const name of Object.keys(differences)) {
    const difference = differences[name]
    // Adding or removing a member affects the order.
    if (difference === 0 || !Object.hasOwn(before, name)) return changedMembers(before, differences)
    setOwn(object, name, withDifference(before[name], difference))
  }
  return object
}

function changedMembers(before: JsonMembers, differences: JsonMembers): JsonMembers {
  const names = Object.keys(before).filter((name) => getOwn(differences, name) !== 0)
  const members = new Map<string, unknown>(names.map((name) => [name, before[name]]))
  for (const [name, difference] of Object.entries(differences)) {
    if (difference === 0) continue
    members.set(name, withDifference(getOwn(before, name), difference))
    if (Object.hasOwn(before, name)) continue
    const behind: unknown = Array.isArray(difference) ? difference[1] : undefined
    if (behind === undefined) names.push(name)
    else names.splice(behind === null ? 0 : names.indexOf(String(behind)) + 1, 0, name)
  }
  const object: Record<string, unknown> = {}
  for (const name of names) setOwn(object, name, members.get(name))
  return object
}

const wrong = () => new TypeError('a difference is not one of what it follows')

import { getOwn, isObject, setOwn } from '../base/json.js'

/**
 * How one value of JSON becomes another, as JSON: what is in a list takes the place of all there was, and an object
 * tells by name, of a list by position, what becomes of a part. What it does not name stays.
 */
export type Difference = Whole | Members | Items
/** Another value. */
type Whole = readonly [value: unknown]
/**
 * Of an object: 0 takes a member away. One that is new stands last, or behind the member that is named, or first
 * (null).
 */
type Members = { readonly [name: string]: Difference | 0 | readonly [value: unknown, behind: string | null] }
/** Of a list: items that differ, by position, and after that how many go at a position, and what comes there. */
type Items = {
  readonly [index: number]: Difference
  readonly at?: readonly [index: number, gone: number, ...unknown[]]
}

/** Tells how one value becomes another, in the order of its members too; undefined where they are the same. */
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
  // Members that change places are rare.
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

/** The members that are written: those that are undefined are not. */
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
 * Makes a value what a difference says; parts that stay are shared.
 *
 * @throws TypeError where the value is not what the difference is of
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
    // What comes or goes moves others.
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

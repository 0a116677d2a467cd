import { isObject, setOwn } from '../json/json.js'

/** Replaces bigints with the nearest JavaScript numbers; returns the value itself if it has none. */
export function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) {
    const items = value.map(withNumbers)
    return items.some((item, i) => item !== value[i]) ? items : value
  }
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, withNumbers(member)] as const)
  if (members.every(([name, member]) => member === value[name])) return value
  const object: Record<string, unknown> = {}
  for (const [name, member] of members) setOwn(object, name, member)
  return object
}

import { type JsonObject, isObject, withMembers } from '../base/json/json.js'
import type { Schema } from './types.js'

const known = new WeakMap<Schema, boolean>()

/** Tells whether a schema contains a list that is written as null when empty. */
function hasNullable(schema: Schema): boolean {
  let has = known.get(schema)
  if (has === undefined) {
    // Ends the recursion of a struct that contains itself.
    known.set(schema, false)
    const parts = [
      ...Object.values(schema.properties ?? {}),
      ...[schema.items, schema.additionalProperties].filter((part) => part !== undefined),
    ]
    has = isNullable(schema) || parts.some(hasNullable)
    known.set(schema, has)
  }
  return has
}

const isNullable = ({ nullable, type }: Schema) => nullable === true && type === 'array'

type Parts = readonly (readonly [name: string, schema: Schema])[]
const parts = new WeakMap<Schema, Parts>()

/** Returns the few fields of a struct that contain such a list. */
function partsOf(schema: Schema): Parts {
  let found = parts.get(schema)
  if (!found) {
    found = Object.entries(schema.properties ?? {}).filter(([, part]) => hasNullable(part))
    parts.set(schema, found)
  }
  return found
}

/**
 * Returns a value with null in place of each empty nullable list: in storage both have the same form. Parts without
 * such lists are shared, and parts that are identical to those at the same place in `stored` are skipped.
 */
export function withNullLists<T>(schema: Schema, value: T, stored?: unknown): T
export function withNullLists(schema: Schema, value: unknown, stored?: unknown): unknown {
  if (value === stored || !hasNullable(schema)) return value
  const { items } = schema
  if (Array.isArray(value)) {
    if (value.length === 0) return isNullable(schema) ? null : value
    const list: readonly unknown[] = value
    const next = items ? list.map((item) => withNullLists(items, item)) : list
    return next.every((item, i) => item === list[i]) ? value : next
  }
  return isObject(value) ? withNullMembers(schema, value, isObject(stored) ? stored : {}) : value
}

function withNullMembers(schema: Schema, value: JsonObject, stored: JsonObject): JsonObject {
  const { additionalProperties: part } = schema
  const members = part ? Object.keys(value).map((name) => [name, part] as const) : partsOf(schema)
  const changed: Record<string, unknown> = {}
  for (const [name, inner] of members) {
    const member = value[name]
    if (member === undefined) continue
    const next = withNullLists(inner, member, stored[name])
    if (next !== member) changed[name] = next
  }
  return Object.keys(changed).length > 0 ? withMembers(value, changed) : value
}

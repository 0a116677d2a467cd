import { type JsonObject, isObject, withMembers } from '../base/json/json.js'
import type { Schema } from './types.js'

const known = new WeakMap<Schema, boolean>()

/** Tells whether a schema contains a list that is written as null when empty. */
const hasNullable = (schema: Schema): boolean => known.get(schema) ?? findNullable(schema)

function findNullable(schema: Schema): boolean {
  // Ends the recursion of a struct that contains itself.
  known.set(schema, false)
  const parts = [
    ...Object.values(schema.properties ?? {}),
    ...[schema.items, schema.additionalProperties].filter((part) => part !== undefined),
  ]
  const has = isNullable(schema) || parts.some(hasNullable)
  known.set(schema, has)
  return has
}

const isNullable = ({ nullable, type }: Schema) => nullable === true && type === 'array'

const parts = new WeakMap<Schema, readonly string[]>()

/** Returns the names of the few fields of a struct that contain such a list. */
const partsOf = (schema: Schema): readonly string[] => parts.get(schema) ?? findParts(schema)

function findParts(schema: Schema): readonly string[] {
  const { properties = {} } = schema
  const found = Object.keys(properties).filter((name) => properties[name] && hasNullable(properties[name]))
  parts.set(schema, found)
  return found
}

/**
 * Returns a value with null in place of each empty nullable list: in storage both have the same form. Parts without
 * such lists are shared, and parts that are identical to those at the same place in `stored` are skipped.
 */
export function withNullLists<T>(schema: Schema, value: T, stored?: unknown): T
export function withNullLists(schema: Schema, value: unknown, stored?: unknown): unknown {
  if (value === stored || typeof value !== 'object' || value === null || !hasNullable(schema)) return value
  const { items, additionalProperties } = schema
  if (Array.isArray(value)) {
    if (value.length === 0) return isNullable(schema) ? null : value
    let list: unknown[] | undefined
    for (let i = 0; items && i < value.length; i++) {
      const next = withNullLists(items, value[i])
      if (next !== value[i]) (list ??= [...value])[i] = next
    }
    return list ?? value
  }
  const members = value as JsonObject // no list
  const before = isObject(stored) ? stored : {}
  let changed: Record<string, unknown> | undefined
  for (const name of additionalProperties ? Object.keys(value) : partsOf(schema)) {
    const part = additionalProperties ?? schema.properties?.[name]
    const next = part && withNullLists(part, members[name], before[name])
    if (next !== members[name]) (changed ??= {})[name] = next
  }
  return changed ? withMembers(members, changed) : value
}

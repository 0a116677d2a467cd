import { isObject, withMembers } from '../base/json.js'
import type { Schema } from './types.js'

const known = new WeakMap<Schema, boolean>()

/** Tells whether a schema has, anywhere, a list that is written as null where it is empty. */
function hasNullable(schema: Schema): boolean {
  let has = known.get(schema)
  if (has === undefined) {
    // A struct that holds itself is looked at once.
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

/**
 * A value with null for each empty list that is always written: the form in which it is stored does not tell one from the
 * other. What has none is shared.
 */
export function withNullLists<T>(schema: Schema, value: T): T
export function withNullLists(schema: Schema, value: unknown): unknown {
  if (!hasNullable(schema)) return value
  const { items, properties = {}, additionalProperties } = schema
  if (Array.isArray(value)) {
    if (value.length === 0) return isNullable(schema) ? null : value
    const list: readonly unknown[] = value
    const next = items ? list.map((item) => withNullLists(items, item)) : list
    return next.every((item, i) => item === list[i]) ? value : next
  }
  if (!isObject(value)) return value
  const changed: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    const part = properties[name] ?? additionalProperties
    const next = part ? withNullLists(part, member) : member
    if (next !== member) changed[name] = next
  }
  return Object.keys(changed).length > 0 ? withMembers(value, changed) : value
}

import { isObject, withMembers } from '../base/json.js'
import type { Schema } from './types.js'

/** Puts the members of a struct, and of the structs directly in it, into the schema's order; equal parts are shared. */
export function inWireOrder<T extends object>(schema: Schema, object: T, depth = 1): T {
  const properties = schema.properties
  if (!properties) return object
  const members = object as Record<string, unknown> // whose members nobody but the schema knows
  let copy: Record<string, unknown> | undefined
  if (depth > 0)
    for (const key in members) {
      const member = properties[key]
      const value = members[key]
      if (!member?.properties || !isObject(value)) continue
      const ordered = inWireOrder(member, value, depth - 1)
      if (ordered !== value) (copy ??= withMembers(members, {}))[key] = ordered
    }
  const result = copy ?? members
  const keys = Object.keys(result)
  let known = 0
  for (const name in properties) if (keys[known] === name) known++
  if (known === keys.length) return result as T // the same members
  const out: Record<string, unknown> = {}
  known = 0
  for (const name in properties) {
    if (!Object.hasOwn(result, name)) continue
    known++
    out[name] = result[name]
  }
  return (known === keys.length ? out : result) as T // the same members
}

import { isObject, withMembers } from '../base/json.js'
import type { Schema } from './types.js'

/** Puts the members of a struct, and of the structs directly in it, into the schema's order; equal parts are shared. */
export function inWireOrder<T extends object>(schema: Schema, object: T, depth = 1): T {
  const properties = schema.properties
  if (!properties) return object
  const members = object as Record<string, unknown>
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
  const out: Record<string, unknown> = {}
  let known = 0
  let inOrder = true
  for (const name in properties) {
    if (!Object.hasOwn(result, name)) continue
    inOrder &&= keys[known] === name
    known++
    out[name] = result[name]
  }
  return (inOrder || known !== keys.length ? result : out) as T
}

import { getOwn, isObject, jsonEqual } from '../base/json.js'
import { earlierItem, isKeyed } from './list-type.js'
import type { Schema } from './types.js'

/**
 * Tells whether a value is as it was, so that it may stay as wrong as it was (apiserver:
 * CorrelatedObject.CachedDeepEqual). Items of a list of type `map` are found by their keys, in any order. A member that
 * the schema does not know cannot be compared, and makes the objects around it count as changed; the metadata of a
 * whole object always does.
 */
export function isUnchanged(schema: Schema, value: unknown, old: unknown): boolean {
  const { isOpen, isSorted } = traitsOf(schema)
  if (!isOpen && jsonEqual(value, old)) return true
  if (!isOpen && !isSorted) return false
  if (Array.isArray(value)) {
    const { items } = schema
    if (!items || !isKeyed(schema)) return jsonEqual(value, old)
    return (
      Array.isArray(old) &&
      value.length === old.length &&
      value.every((item) => {
        const before = earlierItem(schema, item, old)
        return before !== undefined && isUnchanged(items, item, before)
      })
    )
  }
  if (!isObject(value) || !isObject(old)) return jsonEqual(value, old)
  const { properties = {}, additionalProperties } = schema
  const names = Object.keys(value)
  return (
    names.length === Object.keys(old).length &&
    names.every((name) => {
      const member = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
      return member !== undefined && Object.hasOwn(old, name) && isUnchanged(member, value[name], getOwn(old, name))
    })
  )
}

/** Whether there may be members that a schema does not know, and whether it has lists that may be in any order. */
type Traits = { readonly isOpen: boolean; readonly isSorted: boolean }

const known = new WeakMap<Schema, Traits>()

function traitsOf(schema: Schema): Traits {
  const before = known.get(schema)
  if (before) return before
  const { type, properties, additionalProperties, items } = schema
  const inner = [items, additionalProperties, ...Object.values(properties ?? {})].flatMap((child) =>
    child ? [traitsOf(child)] : [],
  )
  const traits: Traits = {
    isOpen:
      schema['x-kubernetes-preserve-unknown-fields'] === true ||
      schema['x-kubernetes-embedded-resource'] === true ||
      (type === 'object' && inner.length === 0) ||
      inner.some(({ isOpen }) => isOpen),
    isSorted: isKeyed(schema) || inner.some(({ isSorted }) => isSorted),
  }
  known.set(schema, traits)
  return traits
}

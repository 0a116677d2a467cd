import { hasFloats } from '../base/json/as-given.js'
import { getOwn, isObject, jsonEqual } from '../base/json/json.js'
import { earlierItems, isKeyed } from './list-type.js'
import { innerSchemas, schemaTrait } from './schema-trait.js'
import type { Schema } from './types.js'

/**
 * Tells whether a value is unchanged, so that an update may leave it invalid (apiserver:
 * CorrelatedObject.CachedDeepEqual). Items of a list of type `map` are matched by their keys, in any order. A field
 * unknown to the schema cannot be compared, so the objects around it count as changed; the metadata of a whole object
 * always counts as changed.
 */
export function isUnchanged(schema: Schema, value: unknown, old: unknown): boolean {
  // What is stored has no floats that equal an integer.
  if (hasFloats(value)) return false
  if (!isOpen(schema)) {
    if (jsonEqual(value, old)) return true
    if (!isSorted(schema)) return false
  }
  if (Array.isArray(value)) {
    const { items } = schema
    if (!items || !isKeyed(schema)) return jsonEqual(value, old)
    const earlier = earlierItems(schema, old)
    return (
      Array.isArray(old) &&
      value.length === old.length &&
      value.every((item) => {
        const before = earlier(item)
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

/** Tells whether a schema allows fields it does not know. */
const isOpen = schemaTrait(
  (schema) =>
    schema['x-kubernetes-preserve-unknown-fields'] === true ||
    schema['x-kubernetes-embedded-resource'] === true ||
    (schema.type === 'object' && innerSchemas(schema).length === 0),
)

/** Tells whether a schema has lists whose order does not matter. */
const isSorted = schemaTrait(isKeyed)

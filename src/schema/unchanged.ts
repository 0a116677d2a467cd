import { getOwn, isObject, jsonEqual } from '../base/json.js'
import { earlierItems, isKeyed } from './list-type.js'
import { innerSchemas, someSchema } from './some-schema.js'
import type { Schema } from './types.js'

/**
 * Tells whether a value is unchanged, so that an update may leave it invalid (apiserver:
 * CorrelatedObject.CachedDeepEqual). Items of a list of type `map` are matched by their keys, in any order. A field
 * unknown to the schema cannot be compared, so the objects around it count as changed; the metadata of a whole object
 * always counts as changed.
 */
export function isUnchanged(schema: Schema, value: unknown, old: unknown): boolean {
  const traits = traitsOf(schema)
  if (!traits.isOpen && jsonEqual(value, old)) return true
  if (!traits.isOpen && !traits.isSorted) return false
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

/** Whether a schema allows fields it does not know, and whether it has lists whose order does not matter. */
type Traits = { readonly isOpen: boolean; readonly isSorted: boolean }

const known = new WeakMap<Schema, Traits>()

function traitsOf(schema: Schema): Traits {
  let traits = known.get(schema)
  if (!traits)
    known.set(schema, (traits = { isOpen: someSchema(schema, isOpen), isSorted: someSchema(schema, isKeyed) }))
  return traits
}

const isOpen = (schema: Schema): boolean =>
  schema['x-kubernetes-preserve-unknown-fields'] === true ||
  schema['x-kubernetes-embedded-resource'] === true ||
  (schema.type === 'object' && innerSchemas(schema).length === 0)

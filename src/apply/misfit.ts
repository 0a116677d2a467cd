import { isObject } from '../base/json.js'
import type { Schema } from '../schema/types.js'
import { keyDefault, topologyOf } from './topology.js'

/**
 * Tells whether a value that was decoded by the struct of its schema is none that its type allows all the same: the few rules of
 * types that decoding does not know are that items have the keys of their list, and that what is kept as it was sent is an object.
 */
export function isMisfit(schema: Schema, value: unknown): boolean {
  if (value === null || value === undefined || !mayMisfit(schema)) return false
  if (isKeptObject(schema)) return !isObject(value)
  if (Array.isArray(value)) {
    const { items = {} } = schema
    const owed = owedKeys(schema)
    return value.some(
      (item) => owed.some((key) => isObject(item) && !Object.hasOwn(item, key)) || isMisfit(items, item),
    )
  }
  if (!isObject(value)) return false
  const { properties, additionalProperties } = schema
  if (properties) return partsOf(schema).some(([name, part]) => isMisfit(part, value[name]))
  return additionalProperties !== undefined && Object.values(value).some((item) => isMisfit(additionalProperties, item))
}

/** A RawExtension may be anything. */
export const isUntyped = (component = ''): boolean => component.endsWith('.RawExtension')

/** Fields of owners are kept as they were sent, as an object. */
const isKeptObject = ({ raw, type, component }: Schema) => raw === true && type === 'object' && !isUntyped(component)

/** The keys that the items of a list have to state. */
function owedKeys(schema: Schema): readonly string[] {
  const { items: { properties = {} } = {}, 'x-kubernetes-list-map-keys': keys = [] } = schema
  return topologyOf(schema) === 'items' ? keys.filter((key) => keyDefault(properties[key]) === undefined) : []
}

const known = new WeakMap<Schema, boolean>()

/** Tells whether there is anything in a schema that decoding leaves to be looked at: in most kinds there is not. */
function mayMisfit(schema: Schema): boolean {
  let may = known.get(schema)
  if (may === undefined) {
    // A struct that holds itself is looked at once.
    known.set(schema, false)
    const { items, properties = {}, additionalProperties } = schema
    const parts = [items, additionalProperties, ...Object.values(properties)]
    may =
      isKeptObject(schema) || owedKeys(schema).length > 0 || parts.some((part) => part !== undefined && mayMisfit(part))
    known.set(schema, may)
  }
  return may
}

const parts = new WeakMap<Schema, readonly (readonly [name: string, schema: Schema])[]>()

function partsOf(schema: Schema): readonly (readonly [name: string, schema: Schema])[] {
  let found = parts.get(schema)
  if (!found) parts.set(schema, (found = Object.entries(schema.properties ?? {}).filter(([, part]) => mayMisfit(part))))
  return found
}

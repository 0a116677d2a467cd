import { isObject } from '../base/json.js'
import type { Schema } from '../schema/types.js'
import { keyDefault, topologyOf } from './topology.js'

/**
 * Tells whether a value that was decoded by the struct of its schema is none that its type allows all the same: the few
 * rules of types that decoding does not know are that items have the keys of their list, and that what is kept as it
 * was sent is an object.
 */
export function isMisfit(schema: Schema, value: unknown): boolean {
  if (value === null || value === undefined || !mayMisfit(schema)) return false
  const { isKept, owed, items, parts, others } = lookAt(schema)
  if (isKept) return !isObject(value)
  if (Array.isArray(value)) {
    for (const item of value) if (lacksKey(owed, item) || isMisfit(items, item)) return true
    return false
  }
  if (!isObject(value)) return false
  for (const { name, part } of parts) if (isMisfit(part, value[name])) return true
  return others !== undefined && Object.values(value).some((item) => isMisfit(others, item))
}

function lacksKey(owed: readonly string[], item: unknown): boolean {
  for (const key of owed) if (isObject(item) && !Object.hasOwn(item, key)) return true
  return false
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

/** What is looked at in values of a schema. */
type Look = {
  readonly isKept: boolean
  readonly owed: readonly string[]
  readonly items: Schema
  readonly parts: readonly { readonly name: string; readonly part: Schema }[]
  /** Of the members of a map. */
  readonly others: Schema | undefined
}

const looks = new WeakMap<Schema, Look>()

function lookAt(schema: Schema): Look {
  let look = looks.get(schema)
  if (look) return look
  const { items = {}, properties, additionalProperties } = schema
  const parts = Object.entries(properties ?? {}).flatMap(([name, part]) => (mayMisfit(part) ? [{ name, part }] : []))
  const others = properties ? undefined : additionalProperties
  look = { isKept: isKeptObject(schema), owed: owedKeys(schema), items, parts, others }
  looks.set(schema, look)
  return look
}

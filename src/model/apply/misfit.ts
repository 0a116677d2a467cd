import { isObject } from '../../base/json/json.js'
import type { KubeObject } from '../../schema/object.js'
import type { Schema } from '../../schema/types.js'
import { isOwed, lackedKeys, topologyOf } from './topology.js'

/**
 * Tells whether an object that decoded without errors still violates its type, whatever its managedFields are. Parts
 * that it shares with `fitting`, which does not violate it, are skipped.
 */
export const isMisfit = (schema: Schema, object: KubeObject, fitting?: KubeObject): boolean =>
  violates(bareSchema(schema), object, fitting)

const bare = new WeakMap<Schema, Schema>()

const bareSchema = (schema: Schema): Schema => bare.get(schema) ?? createBare(schema)

/** Makes the schema of a kind without managedFields. */
function createBare(schema: Schema): Schema {
  const { properties: { metadata, ...properties } = {} } = schema
  const { managedFields: _, ...kept } = metadata?.properties ?? {}
  const made = { ...schema, properties: { ...properties, metadata: { ...metadata, properties: kept } } }
  bare.set(schema, made)
  return made
}

/**
 * Tells whether a value that decoded without errors still violates its type. The few rules that decoding does not
 * check: items must have the keys of their list, and FieldsV1 must be an object.
 */
function violates(schema: Schema, value: unknown, fitting?: unknown): boolean {
  if (value === fitting || value === null || value === undefined) return false
  const { isKept, owed, items, parts, others } = lookAt(schema)
  if (isKept) return !isObject(value)
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++)
      if (lacksKey(schema, owed, value[i]) || (items && violates(items, value[i]))) return true
    return false
  }
  if (!isObject(value)) return false
  const before = isObject(fitting) ? fitting : undefined
  for (let i = 0; i < parts.length; i++) {
    const at = parts[i]
    if (at && value[at.name] !== undefined && violates(at.part, value[at.name], before?.[at.name])) return true
  }
  if (others) for (const name in value) if (violates(others, value[name])) return true
  return false
}

function lacksKey(list: Schema, owed: readonly string[], item: unknown): boolean {
  for (const key of owed) if (isObject(item) && !Object.hasOwn(item, key)) return lackedKeys(list, item).length > 0
  return false
}

/** Tells whether a type is a RawExtension, which accepts any value. */
export const isUntyped = (component = ''): boolean => component.endsWith('.RawExtension')

/** FieldsV1 is kept as sent, but must be an object. */
const isKeptObject = ({ raw, type, component }: Schema) => raw === true && type === 'object' && !isUntyped(component)

/** Returns the keys that have no value in items of a list that do not state them. */
function owedKeys(schema: Schema): readonly string[] {
  const { items, 'x-kubernetes-list-map-keys': keys = [] } = schema
  return topologyOf(schema) === 'items' ? keys.filter((key) => isOwed(items, key)) : []
}

const known = new WeakMap<Schema, boolean>()

/** Tells whether a schema has anything that decoding leaves unchecked; most kinds do not. */
function mayMisfit(schema: Schema): boolean {
  let may = known.get(schema)
  if (may === undefined) {
    // Ends the recursion of a struct that contains itself.
    known.set(schema, false)
    const { items, properties = {}, additionalProperties } = schema
    const parts = [items, additionalProperties, ...Object.values(properties)]
    may =
      isKeptObject(schema) || owedKeys(schema).length > 0 || parts.some((part) => part !== undefined && mayMisfit(part))
    known.set(schema, may)
  }
  return may
}

/** What to check in values of a schema. */
type Look = {
  readonly isKept: boolean
  readonly owed: readonly string[]
  /** The schema of items, unless all of them fit. */
  readonly items: Schema | undefined
  /** The fields that may not fit. */
  readonly parts: readonly { readonly name: string; readonly part: Schema }[]
  /** The schema of a map's values, likewise. */
  readonly others: Schema | undefined
}

const looks = new WeakMap<Schema, Look>()

const lookAt = (schema: Schema): Look => looks.get(schema) ?? createLook(schema)

function createLook(schema: Schema): Look {
  const { items, properties, additionalProperties } = schema
  const parts = Object.entries(properties ?? {}).flatMap(([name, part]) => (mayMisfit(part) ? [{ name, part }] : []))
  const ifAny = (part: Schema | undefined) => (part && mayMisfit(part) ? part : undefined)
  const others = properties ? undefined : ifAny(additionalProperties)
  const look = { isKept: isKeptObject(schema), owed: owedKeys(schema), items: ifAny(items), parts, others }
  looks.set(schema, look)
  return look
}

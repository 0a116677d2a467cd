import { runsAtLeast } from '../registry/kubernetes-version.js'
import { type JsonObject, compareBytes, getOwn, isObject } from '../../base/json/json.js'
import { inParts } from '../../base/turns/work-in-parts.js'
import { objectMeta } from '../../schema/metadata.js'
import type { Schema } from '../../schema/types.js'
import { type PathElement, keyElement, keysElement, valueElement } from './path-element.js'

/** How field ownership treats a value: as a whole, per field, or per item. */
type Topology = 'leaf' | 'members' | 'items'

/** The schema deduced for a value without one: as it looks, with lists atomic. */
const DEDUCED: Schema = { deduced: 'all' }

/**
 * Returns the topology of a schema's values; where the schema does not determine it, it is deduced from the value, or
 * from the two values being compared.
 */
export function topologyOf(schema: Schema | undefined, value?: unknown, other?: unknown): Topology {
  if (!schema) return 'leaf'
  if (schema.deduced === 'all') return isObject(value) || isObject(other) ? 'members' : 'leaf'
  if (schema.type === 'object' && (schema.properties || schema.additionalProperties || schema.deduced))
    return schema['x-kubernetes-map-type'] === 'atomic' ? 'leaf' : 'members'
  if (
    schema.type === 'array' &&
    schema['x-kubernetes-list-type'] !== undefined &&
    schema['x-kubernetes-list-type'] !== 'atomic'
  )
    return 'items'
  return 'leaf'
}

/** Returns the schema of a struct's field or a map's value. */
export function memberSchema(schema: Schema, name: string): Schema | undefined {
  const { properties } = schema
  if (properties && Object.hasOwn(properties, name)) return properties[name]
  if (schema['x-kubernetes-embedded-resource'] && EMBEDDED.has(name)) return EMBEDDED.get(name)
  return schema.additionalProperties ?? (schema.deduced && DEDUCED)
}

// The fields that every embedded object has.
const EMBEDDED: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ['apiVersion', { type: 'string' }],
  ['kind', { type: 'string' }],
  ['metadata', objectMeta],
])

/** Tells whether a name is a field of a struct rather than a key of a map. */
export const isField = (schema: Schema, name: string): boolean =>
  (schema.properties !== undefined && Object.hasOwn(schema.properties, name)) ||
  (schema['x-kubernetes-embedded-resource'] === true && EMBEDDED.has(name))

const sorted = new WeakMap<Schema, readonly string[]>()

/** Returns the keys of a list map in wire order; cached, as a list may have thousands of items. */
function sortedKeys(schema: Schema): readonly string[] | undefined {
  const given = schema['x-kubernetes-list-map-keys']
  if (!given) return undefined
  let keys = sorted.get(schema)
  if (!keys) sorted.set(schema, (keys = [...given].sort(compareBytes)))
  return keys
}

/** Returns the path element of a list item: its keys, or its value. */
export function elementOf(schema: Schema, item: unknown): PathElement {
  const keys = sortedKeys(schema)
  if (!keys || !isObject(item)) return valueElement(item)
  const key = keys[0] ?? ''
  const only = keys.length === 1 ? getOwn(item, key) : undefined
  return typeof only === 'string' ? keyElement(key, only) : keysElement(keysOf(schema, keys, item))
}

/** Returns the keys of an item with their values, or those that they have where the item does not state them. */
function keysOf(schema: Schema, keys: readonly string[], item: JsonObject): readonly (readonly [string, unknown])[] {
  const values: (readonly [string, unknown])[] = []
  for (const key of keys) {
    const members = schema.items?.properties ?? {}
    const stated = getOwn(item, key)
    const value = stated === undefined ? keyDefault(Object.hasOwn(members, key) ? members[key] : undefined) : stated
    if (value !== undefined) values.push([key, value])
  }
  return values
}

/**
 * Returns the value of a key that an item omits; undefined if it must be stated. A field that is always written has its
 * zero value.
 */
function keyDefault(key: Schema | undefined): unknown {
  if (key?.default !== undefined || key?.empty !== 'emit') return key?.default
  return key.type === 'string' ? '' : key.type === 'boolean' ? false : 0
}

/** Groups the items of a list by element; items that share one are in the same group. */
export function itemsByElement(schema: Schema, list: readonly unknown[]): ReadonlyMap<PathElement, readonly unknown[]> {
  const begin = () => new Map<PathElement, unknown[]>()
  return inParts(list, schema.items ?? itemsByElement, list.length, begin, (items, i) => {
    const item = list[i]
    const element = elementOf(schema, item)
    const same = items.get(element)
    if (same) same.push(item)
    else items.set(element, [item])
  })
}

/** Tells whether a key has no value in items that do not state it. */
export const isOwed = ({ properties = {} }: Schema = {}, key: string): boolean =>
  keyDefault(Object.hasOwn(properties, key) ? properties[key] : undefined) === undefined

/** Returns the keys of a list without which an item cannot be identified; since v1.34 some of its keys suffice. */
export function lackedKeys(
  { items, 'x-kubernetes-list-map-keys': keys = [] }: Schema,
  item: JsonObject,
): readonly string[] {
  const lacked = keys.filter((key) => !Object.hasOwn(item, key) && isOwed(items, key))
  return lacked.length < keys.length && runsAtLeast('1.34') ? [] : lacked
}

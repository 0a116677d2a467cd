import { compareBytes, getOwn, isObject, setOwn, stringifyJson } from '../base/json.js'
import { inParts } from '../base/parts.js'
import { objectMeta } from '../schema/metadata.js'
import type { Schema } from '../schema/types.js'

/** How ownership looks at a value: whole, member by member, or item by item. */
type Topology = 'leaf' | 'members' | 'items'

/** What is known of a value that has no schema: it is what it looks like, and a list is one value. */
const DEDUCED: Schema = { deduced: 'all' }

/** The topology a schema gives its values; one of them, or two that are compared, tell where it does not. */
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

/** The schema of a member of a struct or map. */
export function memberSchema(schema: Schema, name: string): Schema | undefined {
  if (schema.properties && Object.hasOwn(schema.properties, name)) return schema.properties[name]
  if (schema['x-kubernetes-embedded-resource'] && EMBEDDED.has(name)) return EMBEDDED.get(name)
  return schema.additionalProperties ?? (schema.deduced && DEDUCED)
}

// What an object inside an object has anyway.
const EMBEDDED: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ['apiVersion', { type: 'string' }],
  ['kind', { type: 'string' }],
  ['metadata', objectMeta],
])

/** Tells a struct's field from a map's key. */
export const isField = (schema: Schema, name: string): boolean =>
  (schema.properties !== undefined && Object.hasOwn(schema.properties, name)) ||
  (schema['x-kubernetes-embedded-resource'] === true && EMBEDDED.has(name))

const MOST_KNOWN = 10_000
const MOST_KEYS = 100
const LONGEST = 128

/** Remembers the elements of names that are not long: the same few are asked for over and over. */
function rememberedElements(make: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    if (name.length > LONGEST) return make(name)
    let element = known.get(name)
    if (element === undefined) {
      if (known.size >= MOST_KNOWN) known.clear()
      known.set(name, (element = make(name)))
    }
    return element
  }
}

/** The path element of a member (`f:…`). */
export const fieldElement = rememberedElements((name) => `f:${name}`)

const keyElements = new Map<string, (value: string) => string>()

/** The path element of an item that has one key, a text. */
function keyElement(key: string, value: string): string {
  let elements = keyElements.get(key)
  if (!elements) {
    if (keyElements.size >= MOST_KEYS) keyElements.clear()
    elements = rememberedElements((text) => `k:{${JSON.stringify(key)}:${JSON.stringify(text)}}`)
    keyElements.set(key, elements)
  }
  return elements(value)
}

const sorted = new WeakMap<Schema, readonly string[]>()

/** The keys of a list of maps in the order they are written; a list may have thousands of items. */
function sortedKeys(schema: Schema): readonly string[] | undefined {
  const given = schema['x-kubernetes-list-map-keys']
  if (!given) return undefined
  let keys = sorted.get(schema)
  if (!keys) sorted.set(schema, (keys = [...given].sort(compareBytes)))
  return keys
}

/** The path element of a list item: its keys (`k:{…}`), or itself (`v:…`). */
export function elementOf(schema: Schema, item: unknown): string {
  const keys = sortedKeys(schema)
  if (!keys || !isObject(item)) return `v:${stringifyJson(item)}`
  const [key = ''] = keys
  const only = keys.length === 1 ? getOwn(item, key) : undefined
  if (typeof only === 'string') return keyElement(key, only)
  const values: Record<string, unknown> = {}
  for (const key of keys) {
    const members = schema.items?.properties ?? {}
    const stated = getOwn(item, key)
    const value = stated === undefined ? keyDefault(Object.hasOwn(members, key) ? members[key] : undefined) : stated
    if (value !== undefined) setOwn(values, key, value)
  }
  return `k:${stringifyJson(values)}`
}

/**
 * What a key is that an item does not state; undefined where it has to. A struct's member that is always written has
 * its zero value.
 */
export function keyDefault(key: Schema | undefined): unknown {
  if (key?.default !== undefined || key?.empty !== 'emit') return key?.default
  return key.type === 'string' ? '' : key.type === 'boolean' ? false : 0
}

/** The items of a list by their elements, each with all items that share it. */
export function itemsByElement(schema: Schema, list: readonly unknown[]): ReadonlyMap<string, readonly unknown[]> {
  const begin = () => new Map<string, unknown[]>()
  return inParts(list, schema.items ?? itemsByElement, list.length, begin, (items, i) => {
    const item = list[i]
    const element = elementOf(schema, item)
    const same = items.get(element)
    if (same) same.push(item)
    else items.set(element, [item])
  })
}

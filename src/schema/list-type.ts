import { givenAt, setGiven } from '../base/json/as-given.js'
import { Float } from '../base/go/numbers.js'
import { untyped } from '../base/go/printable.js'
import { issuesOfItems, issuesOfMembers } from '../base/errors/issues-in-parts.js'
import { type Issue, duplicate, invalid } from '../base/errors/issue.js'
import { encodeJson, isObject, setOwn } from '../base/json/json.js'
import { areParted, progressOf } from '../base/turns/work-in-parts.js'
import { schemaTrait } from './schema-trait.js'
import type { Schema } from './types.js'

/** Returns an issue for each item that a list of type `set` or `map` repeats, at its second occurrence. */
export function validateListTypes(schema: Schema, value: unknown, field = ''): readonly Issue[] {
  if (!hasListTypes(schema)) return []
  const place = `list types ${field}`
  if (Array.isArray(value)) {
    const { items } = schema
    const own = ownIssues(schema, value, field)
    if (!items || !hasListTypes(items)) return own
    const find = (item: unknown, i: number) => validateListTypes(items, item, `${field}[${i}]`)
    return [...own, ...issuesOfItems(value, place, find)]
  }
  if (!isObject(value)) return []
  const { properties = {}, additionalProperties } = schema
  return issuesOfMembers(value, place, (key, member) => {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (known) return validateListTypes(known, member, field === '' ? key : `${field}.${key}`)
    return additionalProperties ? validateListTypes(additionalProperties, member, `${field}[${key}]`) : []
  })
}

/** Tells whether a schema contains lists of type `set` or `map`. */
const hasListTypes = schemaTrait(({ 'x-kubernetes-list-type': type }) => type === 'set' || type === 'map')

function ownIssues(schema: Schema, list: readonly unknown[], field: string): readonly Issue[] {
  const type = schema['x-kubernetes-list-type']
  if (type === 'set') return repeated(list, field, (item) => item, textOf)
  if (type !== 'map') return []
  const odd = list.findIndex((item) => item !== null && !isObject(item))
  if (odd >= 0)
    return [invalid(`${field}[${odd}]`, untyped(list[odd]), 'must be an object for an array of list-type map')]
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  return repeated(
    list,
    field,
    (item) => keyOf(isObject(item) ? item : {}, keys),
    (key) => textOfKey(key, keys),
  )
}

function keyOf(item: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  const key: Record<string, unknown> = {}
  for (const name of names) if (Object.hasOwn(item, name)) setGiven(key, name, givenAt(item, name))
  return key
}

function repeated<T>(
  list: readonly unknown[],
  field: string,
  told: (item: unknown) => T,
  textOf: (told: T) => string,
): readonly Issue[] {
  const begin = () => new Map<string, number>()
  const seen = areParted(list.length) ? progressOf(list, `seen ${field}`, begin) : begin()
  return issuesOfItems(list, `repeated ${field}`, (_, i) => {
    const item = told(givenAt(list, i))
    const text = textOf(item)
    const times = seen.get(text) ?? 0
    seen.set(text, times + 1)
    return times === 1 ? [duplicate(`${field}[${i}]`, untyped(item))] : []
  })
}

/** Returns a text that identifies equal items: scalars of the same type in Go, lists and maps of the same JSON. */
const textOf = (item: unknown): string =>
  typeof item === 'string' ? `"${item}` : item instanceof Float ? `float ${item.value}` : encodeJson(sorted(item))

/** Returns a text that identifies equal keys: a single one is compared by itself. */
function textOfKey(key: object, names: readonly string[]): string {
  const [name] = names
  return name !== undefined && names.length === 1 && Object.hasOwn(key, name) ? textOf(givenAt(key, name)) : textOf(key)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const out: Record<string, unknown> = {}
  for (const key of Object.keys(value).sort()) setOwn(out, key, sorted(value[key]))
  return out
}

const keysOf = (schema: Schema) =>
  schema['x-kubernetes-list-type'] === 'map' ? schema['x-kubernetes-list-map-keys'] : undefined

/** Tells whether the items of lists are known by keys, so that their order says nothing. */
export const isKeyed = (schema: Schema): boolean => keysOf(schema) !== undefined

/** Returns a lookup of the old list's item with the same keys; it finds nothing unless the list is of type `map`. */
export function earlierItems(schema: Schema, old: unknown): (item: unknown) => unknown {
  const keys = keysOf(schema)
  if (!keys || !Array.isArray(old)) return none
  // Indexed once, for all items of the other list.
  let items: Items | undefined
  return (item) =>
    isObject(item) ? (items ??= itemsByKeys(old, keys)).get(textOfKey(keyOf(item, keys), keys)) : undefined
}

const none = () => undefined

const known = new WeakMap<readonly unknown[], { readonly keys: readonly string[]; readonly items: Items }>()
type Items = ReadonlyMap<string, unknown>

/** Returns the first item of a list for each key; cached for a frozen list. */
function itemsByKeys(list: readonly unknown[], keys: readonly string[]): Items {
  const before = known.get(list)
  if (before?.keys === keys && Object.isFrozen(list)) return before.items
  const items = new Map<string, unknown>()
  for (const one of list) {
    if (!isObject(one)) continue
    const text = textOfKey(keyOf(one, keys), keys)
    if (!items.has(text)) items.set(text, one)
  }
  known.set(list, { keys, items })
  return items
}

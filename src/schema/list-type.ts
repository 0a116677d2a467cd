import { untyped } from '../base/go-print.js'
import { type Issue, duplicate, invalid } from '../base/issue.js'
import { encodeJson, isObject, setOwn } from '../base/json.js'
import type { Schema } from './types.js'

/** Items that lists of type `set` and `map` hold more than once; each is told at its second place. */
export function validateListTypes(schema: Schema, value: unknown, field = ''): readonly Issue[] {
  if (Array.isArray(value)) {
    const { items } = schema
    return [
      ...ownIssues(schema, value, field),
      ...(items ? value.flatMap((item, i) => validateListTypes(items, item, `${field}[${i}]`)) : []),
    ]
  }
  if (!isObject(value)) return []
  const { properties = {}, additionalProperties } = schema
  return Object.entries(value).flatMap(([key, member]) => {
    if (Object.hasOwn(properties, key))
      return validateListTypes(properties[key]!, member, field === '' ? key : `${field}.${key}`)
    return additionalProperties ? validateListTypes(additionalProperties, member, `${field}[${key}]`) : []
  })
}

function ownIssues(schema: Schema, list: readonly unknown[], field: string): readonly Issue[] {
  const type = schema['x-kubernetes-list-type']
  if (type === 'set') return repeated(list, field)
  if (type !== 'map') return []
  const odd = list.findIndex((item) => item !== null && !isObject(item))
  if (odd >= 0)
    return [invalid(`${field}[${odd}]`, untyped(list[odd]), 'must be an object for an array of list-type map')]
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  return repeated(
    list.map((item) => keyOf(isObject(item) ? item : {}, keys)),
    field,
  )
}

function keyOf(item: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  const key: Record<string, unknown> = {}
  for (const name of names) if (Object.hasOwn(item, name)) setOwn(key, name, item[name])
  return key
}

function repeated(list: readonly unknown[], field: string): readonly Issue[] {
  const seen = new Map<string, number>()
  return list.flatMap((item, i) => {
    const text = textOf(item)
    const times = seen.get(text) ?? 0
    seen.set(text, times + 1)
    return times === 1 ? [duplicate(`${field}[${i}]`, untyped(item))] : []
  })
}

/** A text that only equal items have. */
const textOf = (item: unknown): string => (typeof item === 'string' ? `"${item}` : encodeJson(sorted(item)))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const out: Record<string, unknown> = {}
  for (const key of Object.keys(value).sort()) setOwn(out, key, sorted(value[key]))
  return out
}

/** The item a list had before under the keys of one; undefined where lists of its type do not know items by keys. */
export function earlierItem(schema: Schema, item: unknown, old: unknown): unknown {
  const keys = schema['x-kubernetes-list-type'] === 'map' ? schema['x-kubernetes-list-map-keys'] : undefined
  if (!keys || !isObject(item) || !Array.isArray(old)) return undefined
  return itemsByKeys(old, keys).get(textOf(keyOf(item, keys)))
}

const known = new WeakMap<readonly unknown[], { readonly keys: readonly string[]; readonly items: Items }>()
type Items = ReadonlyMap<string, unknown>

/** The first items of a list under each of their keys: found once, as each item of another list is looked up there. */
function itemsByKeys(list: readonly unknown[], keys: readonly string[]): Items {
  const before = known.get(list)
  if (before?.keys === keys && Object.isFrozen(list)) return before.items
  const items = new Map<string, unknown>()
  for (const one of list) {
    if (!isObject(one)) continue
    const text = textOf(keyOf(one, keys))
    if (!items.has(text)) items.set(text, one)
  }
  known.set(list, { keys, items })
  return items
}

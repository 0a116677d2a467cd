import { type JsonObject, getOwn, isObject } from '../../base/json/json.js'
import type { Schema } from '../../schema/types.js'
import { listRule, memberSchema, patchStrategy } from './strategic-schema.js'
import { badRequest } from '../../base/errors/status.js'

/**
 * Returns a strategic merge patch as it is after being merged, which is what error messages print: merging removes the
 * directives, the lists with an order of their own, and nulls inside new values.
 */
export function patchAsMerged(patch: JsonObject, current: JsonObject, schema: Schema | undefined): JsonObject {
  if (Object.hasOwn(patch, '$patch')) {
    const { $patch: directive, ...others } = patch
    return directive === 'replace' ? others : patch
  }
  const names = Object.keys(patch)
  const ordered = names.filter((name) => name.startsWith(ELEMENT_ORDER))
  const gone = new Set([RETAIN_KEYS, ...ordered, ...ordered.map((name) => name.slice(ELEMENT_ORDER.length + 1))])
  const left = names.filter((name) => !gone.has(name))
  return Object.fromEntries(
    left.map((name) => [name, memberAsMerged(patch[name], getOwn(current, name), memberSchema(schema, name))]),
  )
}

function memberAsMerged(value: unknown, current: unknown, schema: Schema | undefined): unknown {
  if (current === undefined) return withoutNulls(value)
  if (patchStrategy(schema) === 'replace') return value
  if (isObject(value)) return isObject(current) ? patchAsMerged(value, current, schema) : value
  if (!Array.isArray(value) || !Array.isArray(current)) return value
  const { merge, mergeKey, items } = listRule(schema)
  if (!merge || mergeKey === '') return value
  const known: readonly unknown[] = current
  return value.map((item: unknown) => {
    if (!isObject(item)) return item
    const same = known.find((other) => isObject(other) && other[mergeKey] === item[mergeKey])
    return isObject(same) ? patchAsMerged(item, same, items) : item
  })
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  const left = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(left.map(([name, member]) => [name, withoutNulls(member)]))
}

/** Lists the fields of a map to keep; all others are removed. */
export const RETAIN_KEYS = '$retainKeys'
/** Prefix of a directive that lists the scalars to delete from a list. */
export const DELETE_ITEMS = '$deleteFromPrimitiveList'
/** Prefix of a directive that gives the order of a list. */
export const ELEMENT_ORDER = '$setElementOrder'

/** Returns the field that a directive such as `$setElementOrder/finalizers` is about. */
export function directiveField(key: string, head: typeof DELETE_ITEMS | typeof ELEMENT_ORDER): string {
  if (!key.startsWith(`${head}/`))
    throw badRequest(`invalid patch format of ${head === DELETE_ITEMS ? 'primitive' : 'setElementOrder'} list`)
  return key.slice(head.length + 1)
}

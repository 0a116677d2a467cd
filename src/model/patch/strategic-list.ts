import { getOwn, type JsonObject } from '../../base/json/json.js'
import { plainError } from '../../base/errors/status.js'
import type { Schema } from '../../schema/types.js'
import { itemKey, itemType, unknownDirective } from './strategic-item.js'
import { orderItems } from './strategic-order.js'
import type { ListRule } from './strategic-schema.js'

/** Merges an object in a list; passed in, since lists and objects are mutually recursive. */
export type MergeItem = (current: JsonObject, patch: JsonObject, schema: Schema | undefined) => JsonObject

/** Merges two lists: scalars as a set, objects by their merge key; with `deleting`, removes scalars instead. */
export function mergeList(
  current: readonly unknown[],
  patch: readonly unknown[],
  rule: ListRule,
  deleting: boolean,
  mergeItem: MergeItem,
): readonly unknown[] {
  if (current.length === 0 && patch.length === 0) return current
  if (itemType(current, patch) !== 'map[string]interface {}') {
    const named = new Set(patch)
    return deleting
      ? current.filter((item) => !named.has(item))
      : orderItems([...new Set([...current, ...patch])], patch, current, rule.mergeKey)
  }
  if (rule.mergeKey === '')
    throw plainError(`cannot merge lists without merge key for ${rule.items?.type === 'string' ? 'string' : 'struct'}`)
  // Checked by itemType.
  return mergeObjects(current as readonly JsonObject[], patch as readonly JsonObject[], rule, mergeItem)
}

function mergeObjects(
  current: readonly JsonObject[],
  patch: readonly JsonObject[],
  { mergeKey, items }: ListRule,
  mergeItem: MergeItem,
): readonly unknown[] {
  const keyed = patch.filter((item) => !Object.hasOwn(item, '$patch'))
  const deleted = new Set<unknown>()
  let replace = false
  for (const item of patch) {
    if (!Object.hasOwn(item, '$patch')) continue
    if (item['$patch'] === 'delete') deleted.add(itemKey(item, mergeKey))
    else if (item['$patch'] === 'replace') replace = true
    else if (item['$patch'] === 'merge') throw plainError('merging lists cannot yet be specified in the patch')
    else throw unknownDirective(item)
  }
  if (replace) return orderItems(keyed, [], keyed, mergeKey)
  const base =
    deleted.size === 0
      ? current
      : current.filter((object) => !Object.hasOwn(object, mergeKey) || !deleted.has(object[mergeKey]))
  const merged = [...base]
  const places = new Map<unknown, number>()
  const place = (object: JsonObject, at: number) => {
    const key = getOwn(object, mergeKey)
    if (Object.hasOwn(object, mergeKey) && !places.has(key)) places.set(key, at)
  }
  base.forEach(place)
  for (const item of keyed) {
    const at = places.get(itemKey(item, mergeKey))
    const found = at === undefined ? undefined : merged[at]
    if (at === undefined || !found) place(item, merged.push(item) - 1)
    else merged[at] = mergeItem(found, item, items)
  }
  return orderItems(merged, keyed, base, mergeKey)
}

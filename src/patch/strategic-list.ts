import { getOwn, type JsonObject } from '../base/json.js'
import { plainError } from '../base/status.js'
import type { Schema } from '../schema/types.js'
import { itemKey, itemType, unknownDirective } from './strategic-item.js'
import { orderItems } from './strategic-order.js'
import type { ListRule } from './strategic-schema.js'

/** Merges one object of a list; handed in, since lists and objects hold each other. */
export type MergeItem = (current: JsonObject, patch: JsonObject, schema: Schema | undefined) => JsonObject

/** Merges a list into another: scalars as a set, objects by their merge key; with `deleting`, takes scalars out instead. */
export function mergeList(
  current: readonly unknown[],
  patch: readonly unknown[],
  rule: ListRule,
  deleting: boolean,
  mergeItem: MergeItem,
): readonly unknown[] {
  if (current.length === 0 && patch.length === 0) return current
  if (itemType(current, patch) !== 'map[string]interface {}') {
    return deleting
      ? current.filter((item) => !patch.includes(item))
      : orderItems([...new Set([...current, ...patch])], patch, current, rule.mergeKey)
  }
  if (rule.mergeKey === '')
    throw plainError(`cannot merge lists without merge key for ${rule.items?.type === 'string' ? 'string' : 'struct'}`)
  return mergeObjects(current as readonly JsonObject[], patch as readonly JsonObject[], rule, mergeItem) // itemType found nothing else
}

function mergeObjects(
  current: readonly JsonObject[],
  patch: readonly JsonObject[],
  { mergeKey, items }: ListRule,
  mergeItem: MergeItem,
): readonly unknown[] {
  const keyed = patch.filter((item) => !Object.hasOwn(item, '$patch'))
  let base = current
  let replace = false
  for (const item of patch) {
    if (!Object.hasOwn(item, '$patch')) continue
    if (item['$patch'] === 'delete') {
      const key = itemKey(item, mergeKey)
      base = base.filter((object) => !Object.hasOwn(object, mergeKey) || object[mergeKey] !== key)
    } else if (item['$patch'] === 'replace') replace = true
    else if (item['$patch'] === 'merge') throw plainError('merging lists cannot yet be specified in the patch')
    else throw unknownDirective(item)
  }
  if (replace) return orderItems(keyed, [], keyed, mergeKey)
  const merged = [...base]
  for (const item of keyed) {
    const key = itemKey(item, mergeKey)
    const at = merged.findIndex((object) => Object.hasOwn(object, mergeKey) && getOwn(object, mergeKey) === key)
    if (at < 0) merged.push(item)
    else merged[at] = mergeItem(merged[at]!, item, items)
  }
  return orderItems(merged, keyed, base, mergeKey)
}

import { goMap } from '../../base/go/printable.js'
import { getOwn, isObject, type JsonObject } from '../../base/json/json.js'
import { plainError } from '../../base/errors/status.js'
import { expectType, itemKey, itemType } from './strategic-item.js'
import { mergeList, type MergeItem } from './strategic-list.js'
import { orderItems } from './strategic-order.js'
import type { ListRule } from './strategic-schema.js'

/** A list, its patch, and the wanted order of items; either the list or the patch may be absent. */
type OrderedPatch = { readonly current: unknown; readonly patch: unknown; readonly order: readonly unknown[] }

/**
 * Merges a list and sorts it into the given order; undefined if there is neither a list nor a patch. `added` cleans up
 * a new list.
 */
export function mergeInOrder(
  { current, patch, order }: OrderedPatch,
  findRule: () => ListRule,
  mergeItem: MergeItem,
  added: (list: readonly unknown[]) => readonly unknown[],
): readonly unknown[] | undefined {
  const before = current === undefined ? undefined : expectType<readonly unknown[]>(current, [])
  const changes = patch === undefined ? undefined : expectType<readonly unknown[]>(patch, [])
  const rule = findRule()
  checkOrder(changes ?? [], order, rule.mergeKey)
  if (!before && !changes) return undefined
  const merged = !changes
    ? (before ?? [])
    : !before
      ? added(changes)
      : rule.merge
        ? mergeList(before, changes, rule, false, mergeItem)
        : changes
  for (const item of merged) itemKey(item, rule.mergeKey)
  itemType(before ?? [], changes ?? [])
  const stood =
    before && changes && rule.merge && rule.mergeKey !== '' ? standing(before, changes, rule.mergeKey) : (before ?? [])
  return orderItems(merged, order, stood, rule.mergeKey)
}

// The server merges in place: added items take the slots of deleted ones, and count as if they had been there before.
function standing(before: readonly unknown[], patch: readonly unknown[], mergeKey: string): readonly unknown[] {
  const rows = patch
    .filter(isObject)
    .map((item) => ({ item, key: getOwn(item, mergeKey), directive: getOwn(item, '$patch') }))
  if (rows.some(({ directive }) => directive === 'replace')) return before
  const deleted = new Set(rows.filter(({ directive }) => directive === 'delete').map(({ key }) => key))
  const left = before.filter((item) => !deleted.has(itemKey(item, mergeKey)))
  const keys = new Set(left.map((item) => itemKey(item, mergeKey)))
  const added = rows.filter(({ directive, key }) => directive === undefined && !keys.has(key) && keys.add(key))
  return [...left, ...added.map(({ item }) => item)].slice(0, before.length)
}

// The items of a patch must be in the order list, and in the same order.
function checkOrder(patch: readonly unknown[], order: readonly unknown[], mergeKey: string): void {
  if (patch.length === 0 || order.length === 0) return
  const kept =
    mergeKey === '' ? patch : patch.filter((item) => getOwn(expectType<JsonObject>(item, {}), '$patch') !== 'delete')
  let at = 0
  let i = 0
  while (at < kept.length && i < order.length) {
    const item = kept[at]
    if (isObject(item) && Object.hasOwn(item, '$patch')) at++
    else if (itemKey(item, mergeKey) === itemKey(order[i++], mergeKey)) at++
  }
  if (at < kept.length && i >= order.length) {
    throw plainError(
      `The order in patch list:\n${goMap(patch)}\n doesn't match $setElementOrder list:\n${goMap(order)}\n`,
    )
  }
}

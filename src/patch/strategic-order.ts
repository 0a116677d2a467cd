import { itemKey } from './strategic-item.js'

/**
 * Orders a merged list. Items named in `wanted` take its order, the others that of `before`; the two rows are then joined like a
 * merge sort in which the other goes first only when both stood in `before` and it stood earlier. What is new so comes in front.
 */
export function orderItems(
  merged: readonly unknown[],
  wanted: readonly unknown[],
  before: readonly unknown[],
  mergeKey: string,
): unknown[] {
  const keys = (list: readonly unknown[]) => list.map((item) => itemKey(item, mergeKey))
  const [wantedKeys, beforeKeys] = [keys(wanted), keys(before)]
  const rows = merged.map((item) => ({ item, key: itemKey(item, mergeKey) }))
  const right = sortRow(
    rows.filter(({ key }) => wantedKeys.includes(key)),
    wantedKeys,
  )
  const left = sortRow(
    rows.filter(({ key }) => !wantedKeys.includes(key)),
    beforeKeys,
  )
  const joined: Row[] = []
  const rest = left.values()
  let next = rest.next()
  for (const row of right) {
    const limit = beforeKeys.indexOf(row.key)
    for (; !next.done && isBefore(beforeKeys.indexOf(next.value.key), limit); next = rest.next())
      joined.push(next.value)
    joined.push(row)
  }
  for (; !next.done; next = rest.next()) joined.push(next.value)
  return joined.map(({ item }) => item)
}

type Row = { readonly item: unknown; readonly key: unknown }

const isBefore = (a: number, b: number) => a >= 0 && b >= 0 && a < b

// An insertion sort, because the result shows when a key is not in `order`: Go's sort is one up to twenty items, and moves such an item forward.
function sortRow(rows: readonly Row[], order: readonly unknown[]): readonly Row[] {
  const sorted: Row[] = []
  for (const row of rows) {
    const place = sorted.findLastIndex((other) => !goesFirst(row, other, order))
    sorted.splice(place + 1, 0, row)
  }
  return sorted
}

function goesFirst(a: Row, b: Row, order: readonly unknown[]): boolean {
  const [x, y] = [order.indexOf(a.key), order.indexOf(b.key)]
  return x < 0 || y < 0 || x < y
}

import { itemKey } from './strategic-item.js'

/**
 * Sorts a merged list. Items in `wanted` take its order, the others that of `before`. Both rows are then merged; an
 * item of the second row goes first only if both were in `before` and it came earlier. New items therefore come in
 * front.
 */
export function orderItems(
  merged: readonly unknown[],
  wanted: readonly unknown[],
  before: readonly unknown[],
  mergeKey: string,
): unknown[] {
  const [wantedAt, beforeAt] = [placesOf(wanted, mergeKey), placesOf(before, mergeKey)]
  const rows = merged.map((item) => ({ item, key: itemKey(item, mergeKey) }))
  const right = sortRow(
    rows.filter(({ key }) => wantedAt.has(key)),
    wantedAt,
  )
  const left = sortRow(
    rows.filter(({ key }) => !wantedAt.has(key)),
    beforeAt,
  )
  const joined: Row[] = []
  const rest = left.values()
  let next = rest.next()
  for (const row of right) {
    const limit = beforeAt.get(row.key)
    for (; !next.done && isBefore(beforeAt.get(next.value.key), limit); next = rest.next()) joined.push(next.value)
    joined.push(row)
  }
  for (; !next.done; next = rest.next()) joined.push(next.value)
  return joined.map(({ item }) => item)
}

type Row = { readonly item: unknown; readonly key: unknown }
type Places = ReadonlyMap<unknown, number>

/** Returns the first index of each key. */
function placesOf(list: readonly unknown[], mergeKey: string): Places {
  const places = new Map<unknown, number>()
  list.forEach((item, i) => {
    const key = itemKey(item, mergeKey)
    if (!places.has(key)) places.set(key, i)
  })
  return places
}

const isBefore = (a: number | undefined, b: number | undefined) => a !== undefined && b !== undefined && a < b

// The result of Go's sort, an insertion sort for up to twenty items: a row whose key has no place moves to the front of
// those sorted so far, and so stays before the row that was first among them.
function sortRow(rows: readonly Row[], places: Places): readonly Row[] {
  const placed: { readonly row: Row; readonly at: number }[] = []
  const others = new Map<number | undefined, Row[]>()
  let first: number | undefined
  for (const row of rows) {
    const at = places.get(row.key)
    if (at === undefined) {
      const same = others.get(first)
      if (same) same.push(row)
      else others.set(first, [row])
    } else {
      placed.push({ row, at })
      if (first === undefined || at < first) first = at
    }
  }
  const sorted: Row[] = []
  const addOthers = (at: number | undefined) => {
    for (const row of others.get(at)?.toReversed() ?? []) sorted.push(row)
  }
  placed
    .sort((a, b) => a.at - b.at)
    .forEach(({ row, at }, i) => {
      if (at !== placed[i - 1]?.at) addOthers(at)
      sorted.push(row)
    })
  addOthers(undefined)
  return sorted
}

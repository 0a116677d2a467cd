import exported from 'sorted-btree'
import exportedDiff from 'sorted-btree/extended/diffAgainst.js'

/** A sorted map whose clone() is O(1): both sides copy a node only when they change it. */
export type SortedMap<V, K = string> = {
  readonly size: number
  get(key: K): V | undefined
  has(key: K): boolean
  set(key: K, value: V): boolean
  delete(key: K): boolean
  clone(): SortedMap<V, K>
  /**
   * Calls `visit` for each entry with `low <= key < high`. Returning `{ break }` stops the iteration and becomes the
   * result; otherwise the result is the number of entries.
   */
  forRange<R>(low: K, high: K, includeHigh: boolean, visit?: (key: K, value: V) => { break: R } | undefined): number | R
}

// sorted-btree is CommonJS only: its class is the default export in CommonJS and under a bundler, one level deeper in
// native ESM.
const Class = ('default' in exported ? exported.default : exported) as unknown as new <V, K>(
  entries: undefined,
  compare: (a: K, b: K) => number,
) => OrderedMap<V, K>

// The type declarations of sorted-btree have the same problem with this function.
const diffAgainst = ('default' in exportedDiff ? exportedDiff.default : exportedDiff) as unknown as <V>(
  a: SortedMap<V>,
  b: SortedMap<V>,
  onlyA: (key: string, value: V) => void,
  onlyB: (key: string, value: V) => void,
  different: (key: string, a: V, b: V) => void,
) => void

/** A sorted map that also tells its first key; undefined if it is empty. */
export type OrderedMap<V, K = string> = Omit<SortedMap<V, K>, 'clone'> & {
  minKey(): K | undefined
  clone(): OrderedMap<V, K>
}

/** Lazily made maps: how to get each, and what has been made of it. */
const late = new WeakMap<object, { readonly get: () => unknown; made?: unknown }>()

/**
 * Makes a sorted map lazily: `make` is called at the first access that may find something, which is one to keys that
 * begin with one of the prefixes. The map is read-only; write to a clone of it.
 */
export function createLateMap<V>(prefixes: readonly string[], make: () => SortedMap<V>): SortedMap<V> {
  const state: { readonly get: () => SortedMap<V>; made?: SortedMap<V> } = { get: () => (state.made ??= make()) }
  const made = state.get
  const mayHold = (low: string, high = low) =>
    state.made !== undefined || prefixes.some((prefix) => low <= `${prefix}\uffff` && prefix <= high)
  const map: SortedMap<V> = {
    get size() {
      return made().size
    },
    get: (key) => (mayHold(key) ? made().get(key) : undefined),
    has: (key) => mayHold(key) && made().has(key),
    clone: () => made().clone(),
    forRange: (low, high, includeHigh, visit) =>
      mayHold(low, high) ? made().forRange(low, high, includeHigh, visit) : 0,
    set: neverWritten,
    delete: neverWritten,
  }
  late.set(map, state)
  return map
}

function neverWritten(): never {
  throw new TypeError('a map that is made late is never written to')
}

/** Tells whether a lazy map has not been made yet. */
export function isUnmade(map: object): boolean {
  const state = late.get(map)
  return state !== undefined && state.made === undefined
}

// The actual map behind a lazy one.
const itself = <V>(map: SortedMap<V>): SortedMap<V> => (late.get(map)?.get() as SortedMap<V> | undefined) ?? map

/**
 * Calls `visit`, in no particular order, for each key whose value differs between two maps of the same order; shared
 * nodes are skipped at once.
 */
export function diffMaps<V>(
  a: SortedMap<V>,
  b: SortedMap<V>,
  visit: (key: string, before: V | undefined, after: V | undefined) => void,
): void {
  diffAgainst(
    itself(a),
    itself(b),
    (key, value) => visit(key, value, undefined),
    (key, value) => visit(key, undefined, value),
    visit,
  )
}

/** Makes an empty sorted map with the given order. */
export function createSortedMap<V, K = string>(compare: (a: K, b: K) => number): OrderedMap<V, K> {
  return new Class<V, K>(undefined, compare)
}

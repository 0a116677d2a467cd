import exported from 'sorted-btree'

/** A sorted map whose clone() is O(1): both sides copy a node only when they change it. */
export type SortedMap<V> = {
  readonly size: number
  get(key: string): V | undefined
  has(key: string): boolean
  set(key: string, value: V): boolean
  delete(key: string): boolean
  clone(): SortedMap<V>
  /** Calls back for each entry with `low <= key < high`; `{ break }` ends it and is what the call returns, else the count. */
  forRange<R>(low: string, high: string, includeHigh: boolean, visit?: (key: string, value: V) => { break: R } | undefined): number | R
}

// sorted-btree is CommonJS only: its class is the default export in CommonJS and under a bundler, one level deeper in native ESM.
const Class = ('default' in exported ? exported.default : exported) as unknown as new <V>(
  entries: undefined,
  compare: (a: string, b: string) => number,
) => SortedMap<V>

/** Makes an empty sorted map with the order given. */
export function createSortedMap<V>(compare: (a: string, b: string) => number): SortedMap<V> {
  return new Class<V>(undefined, compare)
}

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
   * Calls back for each entry with `low <= key < high`; `{ break }` ends it and is what the call returns, else the
   * count.
   */
  forRange<R>(low: K, high: K, includeHigh: boolean, visit?: (key: K, value: V) => { break: R } | undefined): number | R
}

// sorted-btree is CommonJS only: its class is the default export in CommonJS and under a bundler, one level deeper in
// native ESM.
const Class = ('default' in exported ? exported.default : exported) as unknown as new <V, K>(
  entries: undefined,
  compare: (a: K, b: K) => number,
) => OrderedMap<V, K>

// Its own types know no more of this function than of the class.
const diffAgainst = ('default' in exportedDiff ? exportedDiff.default : exportedDiff) as unknown as <V>(
  a: SortedMap<V>,
  b: SortedMap<V>,
  onlyA: (key: string, value: V) => void,
  onlyB: (key: string, value: V) => void,
  different: (key: string, a: V, b: V) => void,
) => void

/** A sorted map that also tells its first key, undefined where it is empty. */
type OrderedMap<V, K> = SortedMap<V, K> & { minKey(): K | undefined }

/** Maps that are made when somebody first looks, each with how, and what came of it. */
const late = new WeakMap<object, { readonly made: () => unknown; readonly isMade: () => boolean }>()

/**
 * Makes a sorted map of what `make` gives, which is called when somebody first looks where there may be something: at
 * keys that begin with one of the prefixes. It is to be read, and written to in a clone.
 */
export function createLateMap<V>(prefixes: readonly string[], make: () => SortedMap<V>): SortedMap<V> {
  let found: SortedMap<V> | undefined
  const made = () => (found ??= make())
  const mayHold = (low: string, high = low) =>
    found !== undefined || prefixes.some((prefix) => low <= `${prefix}\uffff` && prefix <= high)
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
  late.set(map, { made, isMade: () => found !== undefined })
  return map
}

function neverWritten(): never {
  throw new TypeError('a map that is made late is never written to')
}

/** Tells whether a map is still to be made. */
export const isUnmade = (map: object): boolean => late.get(map)?.isMade() === false

// What was noted of it.
const itself = <V>(map: SortedMap<V>): SortedMap<V> => (late.get(map)?.made() as SortedMap<V> | undefined) ?? map

/**
 * Calls back, in no order, for each key whose value is not the same in two maps of one order; what they share is passed
 * over at once.
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

/** Makes an empty sorted map with the order given. */
export function createSortedMap<V, K = string>(compare: (a: K, b: K) => number): OrderedMap<V, K> {
  return new Class<V, K>(undefined, compare)
}

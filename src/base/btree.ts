import * as module from 'sorted-btree'

// sorted-btree is CommonJS only. Its class is the default export under a bundler, one level deeper in native ESM.
const { default: exported } = module as unknown as { default: typeof module.default | { default: typeof module.default } }
const Class = 'default' in exported ? exported.default : exported

/** A sorted map whose clone() is O(1): both sides copy a node only when they change it. */
export type SortedMap<V> = InstanceType<typeof module.default<string, V>>

/** Makes an empty sorted map with the order given. */
export function createSortedMap<V>(compare: (a: string, b: string) => number): SortedMap<V> {
  return new Class<string, V>(undefined, compare)
}

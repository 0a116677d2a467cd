import type { SortedMap } from '../../src/base/lists/sorted-map.js'

/** The keys of a map, in order. */
export function keysOf(map: SortedMap<unknown>): readonly string[] {
  const keys: string[] = []
  map.forRange('', '~', false, (key) => {
    keys.push(key)
    return undefined
  })
  return keys
}

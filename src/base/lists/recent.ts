/** A map of what was asked for lately; the rest is forgotten. */
type Recent<K, V> = {
  /**
   * Tells whether it is worth asking. It is not for most keys once many in a row were new; a few are still to be asked
   * for, to find out when they repeat again.
   */
  readonly isPromising: () => boolean
  readonly get: (key: K) => V | undefined
  readonly set: (key: K, value: V) => void
}

/** The number of new keys in a row after which only each `SAMPLE`th is asked for. */
const MOST_MISSES = 16
const SAMPLE = 8

/**
 * Creates a map of at most twice `most` entries: once there are as many new ones, those that were not asked for since
 * are forgotten together, which costs less than an order of use.
 */
export function createRecent<K, V>(most: number): Recent<K, V> {
  let recent = new Map<K, V>()
  let before = new Map<K, V>()
  let misses = 0
  const set = (key: K, value: V): void => {
    if (recent.size >= most) {
      before = recent
      recent = new Map()
    }
    recent.set(key, value)
  }
  return {
    isPromising: () => misses < MOST_MISSES || misses++ % SAMPLE === 0,
    get(key) {
      const found = recent.get(key)
      const value = found ?? before.get(key)
      if (value === undefined) misses++
      else {
        misses = 0
        if (found === undefined) set(key, value)
      }
      return value
    },
    set,
  }
}

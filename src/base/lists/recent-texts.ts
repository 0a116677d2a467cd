/** Values by the texts that were asked for lately; the rest is forgotten. */
type RecentTexts<V> = {
  /**
   * Tells whether it is worth asking. It is not for most texts once many in a row were new; a few are still to be asked
   * for, to find out when they repeat again.
   */
  readonly isPromising: () => boolean
  readonly get: (text: string) => V | undefined
  /** Keeps a value, unless its text is long. */
  readonly set: (text: string, value: V) => void
}

/** The number of texts that are surely kept, about as many as a cluster has templates, and of characters in one. */
const MOST_TEXTS = 64
const MOST_CHARACTERS = 8192
/** The number of new texts in a row after which only each `SAMPLE`th is asked for. */
const MOST_MISSES = 16
const SAMPLE = 8

/**
 * Creates a map by texts. Once there are `MOST_TEXTS` new ones, those that were not asked for since are forgotten
 * together, which costs less than an order of use.
 */
export function createRecentTexts<V>(): RecentTexts<V> {
  let recent = new Map<string, V>()
  let before = new Map<string, V>()
  let misses = 0
  const set = (text: string, value: V): void => {
    if (text.length > MOST_CHARACTERS) return
    if (recent.size >= MOST_TEXTS) {
      before = recent
      recent = new Map()
    }
    recent.set(text, value)
  }
  return {
    isPromising: () => misses < MOST_MISSES || misses++ % SAMPLE === 0,
    get(text) {
      const found = recent.get(text)
      const value = found ?? before.get(text)
      if (value === undefined) misses++
      else {
        misses = 0
        if (found === undefined) set(text, value)
      }
      return value
    },
    set,
  }
}

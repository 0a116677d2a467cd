/** A growing list of entries that a test can wait for. */
export type Journal<T> = {
  readonly entries: readonly T[]
  readonly add: (entry: T) => void
  /** Resolves once the condition holds for the entries; rejects with the entries after the deadline. */
  readonly until: (condition: (entries: readonly T[]) => boolean) => Promise<void>
}

const DEADLINE_MS = 120_000

/** Creates an empty journal. */
export function createJournal<T>(): Journal<T> {
  const entries: T[] = []
  const waiting = new Set<() => void>()
  return {
    entries,
    add(entry) {
      entries.push(entry)
      for (const look of waiting) look()
    },
    until(condition) {
      return new Promise((resolve, reject) => {
        const settle = (act: () => void) => {
          waiting.delete(look)
          clearTimeout(timer)
          act()
        }
        const look = () => {
          if (condition(entries)) settle(resolve)
        }
        const timer = setTimeout(
          () =>
            settle(() =>
              reject(
                new Error(
                  `waited ${DEADLINE_MS} ms in vain for ${condition}: ${JSON.stringify(entries.slice(-30), null, 1)}`,
                ),
              ),
            ),
          DEADLINE_MS,
        )
        waiting.add(look)
        look()
      })
    },
  }
}

/** What an import takes of a server, which may be slow, broken or hostile, before it gives up and says so. */
export type Bounds = {
  /** Milliseconds without data before a request fails. */
  readonly patience: number
  /** Milliseconds for one reply. */
  readonly reply: number
  /** Milliseconds for all replies. */
  readonly all: number
  /** Bytes of one reply. */
  readonly replyBytes: number
  /** Bytes of all replies. */
  readonly bytes: number
  /** Versions of groups. A large cluster has a few hundred. */
  readonly versions: number
  /** Pages of one list. */
  readonly pages: number
  /** Objects of all lists. */
  readonly objects: number
}

const MINUTE = 60_000
const MIB = 1024 ** 2

/** The bounds of an import from the command line. */
export const BOUNDS: Bounds = {
  patience: MINUTE / 2,
  reply: 2 * MINUTE,
  all: 30 * MINUTE,
  replyBytes: 256 * MIB,
  bytes: 1024 * MIB,
  versions: 2000,
  pages: 10_000,
  objects: 1_000_000,
}

/** The number of requests that are sent at once. */
const AT_ONCE = 8

/** Maps items with a few calls at a time, in their order; after a failure no further one is started. */
export async function mapInTurn<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  let [next, hasFailed] = [0, false]
  const work = async () => {
    for (let i = next++; i < items.length && !hasFailed; i = next++)
      try {
        results[i] = await map(items[i] as T) // `i` is less than the length
      } catch (error) {
        hasFailed = true
        throw error
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

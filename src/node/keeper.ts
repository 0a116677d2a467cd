/**
 * A cluster that a test began with, and how what happened in it is written to a file named after a test, where there is
 * a folder for it.
 */
type BegunCluster = { readonly keep: (test: string) => Promise<string | undefined> }

/** What hears of a test's clusters, and of its end. */
type Keeper = {
  readonly began: (cluster: BegunCluster) => void
  /**
   * Writes what happened in the clusters of a test that has failed, and forgets those of one that has not. Resolves
   * with the paths.
   */
  readonly ended: (test: string, failed: boolean) => Promise<readonly string[]>
}

/** Known in every copy of this package: what runs the tests and what they load may be of different module systems. */
const KEEPER = Symbol.for('fakecluster.keeper')

type Global = { [KEEPER]?: Pick<Keeper, 'began'> }

/** Tells of a cluster that a test begins with, where somebody wants to know. */
// Which anybody may set.
export const began = (cluster: BegunCluster): void => (globalThis as Global)[KEEPER]?.began(cluster)

/** Makes what keeps the clusters of failing tests, and lets every copy of this package tell it of them. */
export function createKeeper(): Keeper {
  let begun: BegunCluster[] = []
  // Some tests go on with the cluster of the one before.
  let last: readonly BegunCluster[] = []
  const keeper: Keeper = {
    began: (cluster) => void begun.push(cluster),
    async ended(test, failed) {
      if (begun.length > 0) last = begun
      begun = []
      if (!failed) return []
      const files = await Promise.all(last.map(({ keep }, i) => keep(i === 0 ? test : `${test} ${i + 1}`)))
      return files.filter((file) => file !== undefined)
    },
  }
  Object.assign(globalThis, { [KEEPER]: keeper })
  return keeper
}

/** Where what happened in a failing test is, in words. */
export const keptIn = (files: readonly string[]): string => files.map((file) => `what happened: ${file}`).join('\n')

/**
 * The cluster of a test. `keep` writes what happened in it to a file named after the test, if a folder for that is set.
 */
type BegunCluster = { readonly keep: (test: string) => Promise<string | undefined> }

/** Keeps track of the clusters of tests, to write those of failing tests. */
type Keeper = {
  readonly began: (cluster: BegunCluster) => void
  /** Writes the clusters of a test that failed, and drops those of a test that passed. Resolves with the paths. */
  readonly ended: (test: string, failed: boolean) => Promise<readonly string[]>
}

/** Shared by all copies of this package: the test runner and the tests may use different module systems. */
const KEEPER = Symbol.for('fakecluster.keeper')

type Global = { [KEEPER]?: Pick<Keeper, 'began'> }

/** Reports the cluster of a test, if a keeper exists. */
// Any code can set it.
export const reportCluster = (cluster: BegunCluster): void => (globalThis as Global)[KEEPER]?.began(cluster)

/** Creates the keeper of clusters of failing tests, and makes it available to all copies of this package. */
export function createKeeper(): Keeper {
  let begun: BegunCluster[] = []
  // A test may continue with the cluster of the previous one.
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

/** Returns the lines that name the files of a failing test. */
export const keptIn = (files: readonly string[]): string => files.map((file) => `what happened: ${file}`).join('\n')

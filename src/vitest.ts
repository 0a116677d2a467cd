import { createRequire } from 'node:module'
import { type TestAPI, afterAll, expect, test as base } from 'vitest'
import type { Cluster } from './cluster/types.js'
import { type ClusterMatchers, matchers } from './testing/matchers.js'
import { checkVitest, hasFileFixtures } from './node/releases.js'
import { type TestCluster, type TestClusterOptions, createTestCluster } from './node/test-cluster.js'

export type { TestCluster, TestClusterOptions, TestOptions } from './node/test-cluster.js'
export type { ClusterMatchers } from './testing/matchers.js'

/** What a test gets. */
export type ClusterFixtures = {
  /** A cluster of the test's own, as `setup` and the fixtures left it, whatever ran before. */
  readonly cluster: Cluster
  /** Where it is served. */
  readonly url: string
  /** A kubeconfig of that address, as YAML. */
  readonly kubeconfig: string
}

declare global {
  // The assertions of every vitest have the members of this one; those of vitest itself take other parameters in each
  // release.
  namespace Chai {
    // Only an interface merges with another.
    interface Assertion extends ClusterMatchers<void> {}
  }
}

// Every package has one.
const { version } = createRequire(import.meta.url)('vitest/package.json') as { readonly version: string }
checkVitest(version)
expect.extend(matchers)

type TestServer = Pick<ClusterFixtures, 'cluster' | 'url' | 'kubeconfig'>

/**
 * Makes a `test` whose tests each get a cluster: a fresh fork of one seeded state, at one address, so that each sees
 * the same revisions and ids whatever ran before. A `test.concurrent` gets an address of its own. The report of a
 * failing test tells the seed, the hooks that never fired and the last requests.
 *
 * @example
 * const test = clusterTest({ crds: 'backups.yaml', fixtures: 'shop.yaml' })
 * test('the operator takes the lease', async ({ cluster, url }) => {
 *   await run(operator(url))
 *   expect(await cluster.get('Lease', { name: 'leader' })).toMatchObject({ spec: { holderIdentity: 'operator' } })
 * })
 */
export function clusterTest(options: TestClusterOptions = {}): TestAPI<ClusterFixtures> {
  const extended = base.extend<ClusterFixtures & { server: TestServer; testCluster: TestCluster }>({
    testCluster: hasFileFixtures(version)
      ? [testClusterOfFile(options), { scope: 'file' }]
      : sharedTestCluster(options),
    async server({ testCluster, task, onTestFailed }, use) {
      // Before vitest 3 a task does not tell its limit.
      const limit = typeof task.timeout === 'number' ? { timeout: task.timeout } : {}
      const own = task.concurrent ? await testCluster.apart(limit) : undefined
      const cluster = own?.cluster ?? testCluster.next(limit)
      onTestFailed(async () => {
        const [error] = task.result?.errors ?? []
        if (error) error.message = `${error.message}\n\n${testCluster.report(cluster)}`
        const file = await testCluster.keep(task.name, cluster)
        if (error && file !== undefined) error.message = `${error.message}\nwhat happened: ${file}`
      })
      await use({ cluster, url: own?.url ?? testCluster.url, kubeconfig: own?.kubeconfig ?? testCluster.kubeconfig })
      await own?.close()
      testCluster.verify(cluster)
    },
    cluster: ({ server }, use) => use(server.cluster),
    url: ({ server }, use) => use(server.url),
    kubeconfig: ({ server }, use) => use(server.kubeconfig),
  })
  return extended as unknown as TestAPI<ClusterFixtures> // the two fixtures between are nobody's business
}

type UseTestCluster = (testCluster: TestCluster) => Promise<void>

const testClusterOfFile = (options: TestClusterOptions) =>
  fixtureOf(async (use) => {
    const testCluster = await createTestCluster(options)
    await use(testCluster)
    await testCluster.close()
  })

/**
 * For a vitest whose fixtures live for one test: the first test makes the test cluster, and it is closed after the
 * tests of the file.
 */
function sharedTestCluster(options: TestClusterOptions) {
  let made: Promise<TestCluster> | undefined
  afterAll(async () => {
    const testCluster = await made
    made = undefined
    await testCluster?.close()
  })
  return fixtureOf(async (use) => use(await (made ??= createTestCluster(options))))
}

/** A fixture that needs no other, which the runner reads from the pattern of its parameter. */
const fixtureOf =
  (run: (use: UseTestCluster) => Promise<void>) =>
  // oxlint-disable-next-line no-empty-pattern -- the pattern is what the runner reads
  async ({}, use: UseTestCluster): Promise<void> =>
    run(use)

import { type TestAPI, expect, test as base } from 'vitest'
import type { Cluster } from './cluster.js'
import { type ClusterMatchers, matchers } from './testing/matchers.js'
import { type TestCluster, type TestClusterOptions, createTestCluster } from './node/test-cluster.js'

export type { TestCluster, TestClusterOptions } from './node/test-cluster.js'
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

declare module 'vitest' {
  // Only an interface merges with vitest's own, and only with the same parameter.
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-explicit-any
  interface Matchers<T = any> extends ClusterMatchers<T> {}
}

expect.extend(matchers)

type Place = Pick<ClusterFixtures, 'cluster' | 'url' | 'kubeconfig'>

/**
 * Makes a `test` whose tests each get a cluster: a fresh fork of one seeded state, at one address, so that each sees the same
 * revisions and ids whatever ran before. A `test.concurrent` gets an address of its own. The report of a failing test tells the
 * seed, the hooks that never fired and the last requests.
 *
 * @example
 * const test = clusterTest({ profile: 'kubernetes', setup: (cluster) => cluster.load('fixtures') })
 * test('the operator takes the lease', async ({ cluster, url }) => {
 *   await run(operator(url))
 *   expect(await cluster.get('Lease', { name: 'leader' })).toMatchObject({ spec: { holderIdentity: 'operator' } })
 * })
 */
export function clusterTest(options: TestClusterOptions = {}): TestAPI<ClusterFixtures> {
  const extended = base.extend<ClusterFixtures & { place: Place; stage: TestCluster }>({
    stage: [
      // The runner reads from the parameter's pattern what a fixture needs: here nothing.
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const stage = await createTestCluster(options)
        await use(stage)
        await stage.close()
      },
      { scope: 'file' },
    ],
    async place({ stage, task, onTestFailed }, use) {
      const own = task.concurrent ? await stage.apart() : undefined
      const cluster = own?.cluster ?? stage.next()
      onTestFailed(({ task: { result } }) => {
        const [error] = result?.errors ?? []
        if (error) error.message = `${error.message}\n\n${stage.report(cluster)}`
      })
      await use({ cluster, url: own?.url ?? stage.url, kubeconfig: own?.kubeconfig ?? stage.kubeconfig })
      await own?.close()
      stage.verify(cluster)
    },
    cluster: ({ place }, use) => use(place.cluster),
    url: ({ place }, use) => use(place.url),
    kubeconfig: ({ place }, use) => use(place.kubeconfig),
  })
  return extended as unknown as TestAPI<ClusterFixtures> // the two fixtures between are nobody's business
}

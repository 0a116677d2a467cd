import { createRequire } from 'node:module'
import { perVersion } from './node/testing/per-version.js'
import { type TestAPI, afterAll, expect, test as base } from 'vitest'
import type { Cluster } from './cluster/types.js'
import type { Client } from './server/client/types.js'
import { type ClusterMatchers, matchers } from './cluster/testing/matchers.js'
import { writeTemporaryKubeconfig } from './node/kubeconfig.js'
import { checkVitest, hasFileFixtures } from './node/releases.js'
import { type TestCluster, type TestClusterOptions, clientAs, createTestCluster } from './node/testing/test-cluster.js'

export type { TestCluster, TestClusterOptions, TestOptions } from './node/testing/test-cluster.js'
export type { ClusterMatchers } from './cluster/testing/matchers.js'

/** The fixtures of a test. */
export type ClusterFixtures = {
  /** The test's own cluster, in the state that `setup` and the fixtures left, whatever ran before. */
  readonly cluster: Cluster
  /** Its methods as the user of the option `as`. */
  readonly client: Client
  /** The URL the cluster is served at. */
  readonly url: string
  /** A kubeconfig for that URL, as YAML. */
  readonly kubeconfig: string
  /** The path of a temporary file with that kubeconfig, for command-line tools. It is removed when the test ends. */
  readonly kubeconfigFile: string
}

declare global {
  // The assertions of every release of vitest extend this interface; the type parameters of vitest's own interface
  // differ between releases.
  namespace Chai {
    // Declarations merge only for interfaces.
    interface Assertion extends ClusterMatchers<void> {}
  }
}

// Every package.json has a version.
const { version } = createRequire(import.meta.url)('vitest/package.json') as { readonly version: string }
checkVitest(version)
expect.extend(matchers)

/** Options of {@link clusterTest}: those of `createTestCluster`; a list of versions runs each test with every one. */
export type ClusterTestOptions = Omit<TestClusterOptions, 'kubernetesVersion'> & {
  readonly kubernetesVersion?: string | readonly string[]
}

type TestServer = Pick<ClusterFixtures, 'cluster' | 'url' | 'kubeconfig'>

/**
 * Creates a `test` function whose tests each get a cluster: a fresh fork of one seeded state, at one URL, so that each
 * test sees the same resource versions and UIDs whatever ran before. A `test.concurrent` gets a URL of its own. The
 * report of a failing test shows the seed, the hooks that never fired and the last requests. With several versions of
 * Kubernetes each test runs once with each, which its name tells: `takes the lease (1.35)`.
 *
 * @example
 * const test = clusterTest({ crds: 'backups.yaml', fixtures: 'shop.yaml' })
 * test('the operator takes the lease', async ({ cluster, url }) => {
 *   await run(operator(url))
 *   expect(await cluster.get('Lease', { name: 'leader' })).toMatchObject({ spec: { holderIdentity: 'operator' } })
 * })
 */
export function clusterTest(options: ClusterTestOptions = {}): TestAPI<ClusterFixtures> {
  const { kubernetesVersion, ...others } = options
  if (typeof kubernetesVersion === 'string') return testOf({ ...others, kubernetesVersion })
  if (kubernetesVersion === undefined) return testOf(others)
  return perVersion(
    kubernetesVersion.map((version) => ({ version, api: testOf({ ...others, kubernetesVersion: version }) })),
  )
}

function testOf(options: TestClusterOptions): TestAPI<ClusterFixtures> {
  const extended = base.extend<ClusterFixtures & { server: TestServer; testCluster: TestCluster }>({
    testCluster: hasFileFixtures(version)
      ? [testClusterOfFile(options), { scope: 'file' }]
      : sharedTestCluster(options),
    async server({ testCluster, task, onTestFailed }, use) {
      // Before vitest 3, `task.timeout` does not exist.
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
    client: ({ server }, use) => use(clientAs(server.cluster, options.as)),
    url: ({ server }, use) => use(server.url),
    kubeconfig: ({ server }, use) => use(server.kubeconfig),
    async kubeconfigFile({ server }, use) {
      const { path, remove } = writeTemporaryKubeconfig(server.kubeconfig)
      await use(path)
      remove()
    },
  })
  return extended as unknown as TestAPI<ClusterFixtures> // the two intermediate fixtures are internal
}

type UseTestCluster = (testCluster: TestCluster) => Promise<void>

const testClusterOfFile = (options: TestClusterOptions) =>
  fixtureOf(async (use) => {
    const testCluster = await createTestCluster(options)
    await use(testCluster)
    await testCluster.close()
  })

/**
 * The fallback for releases of vitest without fixtures of file scope: the first test creates the test cluster, and it
 * is closed after all tests of the file.
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

/**
 * Makes a fixture without dependencies. Vitest reads the dependencies from the destructuring pattern of the parameter.
 */
const fixtureOf =
  (run: (use: UseTestCluster) => Promise<void>) =>
  // oxlint-disable-next-line no-empty-pattern -- the pattern is what the runner reads
  async ({}, use: UseTestCluster): Promise<void> =>
    run(use)

import { orClose } from '../or-close.js'
import { join } from 'node:path'
import { publicAsync, publicFunction } from '../../base/errors/call-site.js'
import { patienceOf } from '../../base/time/real-wait.js'
import { parseDuration } from '../../base/time/time.js'
import { callback, callerError, checkArguments, code, optionsOf } from '../../base/check/arguments.js'
import { duration } from '../../base/check/shape.js'
import { checkOptions } from '../../cluster/options.js'
import type { JournalFilter } from '../../server/journal/filter.js'
import { formatJournal } from '../../server/journal/format.js'
import { type Whom, whomShape } from '../../server/accounts/whom.js'
import type { Client } from '../../server/client/types.js'
import type { Cluster } from '../../cluster/types.js'
import { bundle } from '../bundle/bundle.js'
import { reportCluster } from './keeper.js'
import { type KubeconfigFile, writeKubeconfig, writeTemporaryKubeconfig } from '../kubeconfig.js'
import { type ServedCluster, serve, serveCurrent } from '../server/serve-cluster.js'
import { checkNode } from '../releases.js'
import { type StartOptions, ofServing, startOptions } from '../options.js'
import { type StartedCluster, prepareCluster } from '../start.js'

/**
 * Options of {@link createTestCluster}: those of `startCluster`, with a default seed of 1, and a setup function that
 * runs once before the first test.
 */
export type TestClusterOptions = Omit<StartOptions, 'kubeconfig' | 'state'> & {
  /**
   * A kubeconfig file for command-line tools, readable by its owner only: its path, or true for a temporary file.
   * `close` removes it, or restores what it held of others (default none).
   */
  readonly kubeconfig?: string | true
  /**
   * Who the program under test is: the kubeconfigs and `client` are those of this user or service account, which has to
   * be there once `setup` is done (default the administrator).
   */
  readonly as?: Whom
  /** Prepares the state in which every test starts. */
  readonly setup?: (cluster: Cluster) => void | Promise<void>
}

/** Options of a single test. */
export type TestOptions = {
  /**
   * The timeout of the test in the runner: milliseconds or a duration. `waitFor`, `waitForGone` and `idle` then give up
   * shortly before it.
   */
  readonly timeout?: number | string
}

/** A URL at which each test finds a cluster of its own, in the state before the first test. */
export type TestCluster = {
  /** The URL of the current test's cluster. */
  readonly url: string
  /** A kubeconfig for that URL, as YAML. */
  readonly kubeconfig: string
  /** The absolute path of the kubeconfig file. Throws without the option `kubeconfig`. */
  readonly kubeconfigFile: string
  /** The seed of UIDs and randomness. */
  readonly seed: number
  /** The cluster of the current test. Throws before the first `next()`. */
  readonly cluster: Cluster
  /** Its methods as the user of the option `as`. */
  readonly client: Client
  /**
   * Ends the current test and starts another: the watches of the last cluster end, and a fresh fork of the initial
   * state takes its place.
   */
  readonly next: (options?: TestOptions) => Cluster
  /** Serves a fresh fork at a URL of its own, for tests that run concurrently. */
  readonly apart: (options?: TestOptions) => Promise<StartedCluster>
  /** Refuses new connections and breaks existing ones, until `resume`. */
  readonly pause: () => Promise<void>
  readonly resume: () => Promise<void>
  /**
   * Throws if invariants were violated or controllers failed, and with `strict` also for hooks that never fired and
   * requests that nobody expected.
   */
  readonly verify: (cluster?: Cluster) => void
  /**
   * Describes a cluster for the report of a failing test: the seed, the hooks that never fired, and the last requests.
   */
  readonly report: (cluster?: Cluster) => string
  /**
   * Writes what happened in a cluster to the folder `bundles`, in a file named after a test. Resolves with its path, or
   * with undefined if no folder is set.
   */
  readonly keep: (test: string, cluster?: Cluster) => Promise<string | undefined>
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

const REPORTED = 20
/** What controllers do is left out of reports: it is much, and seldom what a test is about. */
const OF_CLIENTS: JournalFilter = { via: ['http', 'client'] }

const isPath = (value: unknown): value is string => typeof value === 'string' && value !== ''

// Each test begins in the same state, so none outlives the process.
const { state: _, ...startSettings } = startOptions

const testSettings = {
  ...startSettings,
  kubeconfig: code('the path of a file, or true for a temporary one', (value) => value === true || isPath(value)),
  setup: callback('that brings a cluster to where every test begins'),
  as: whomShape,
}

/**
 * Creates a test cluster: the state every test starts in is built once, and each test gets a fork of it, at one URL,
 * with the same resource versions and UIDs whatever ran before.
 *
 * @throws StartError and LoadError as `startCluster` does
 * @example
 * const testCluster = await createTestCluster({ fixtures: 'shop.yaml' })
 * const cluster = testCluster.next() // in beforeEach
 * await fetch(`${testCluster.url}/api/v1/namespaces`)
 * await testCluster.close() // in afterAll
 *
 * @example
 * const testCluster = await createTestCluster({ kubeconfig: true })
 * await promisify(execFile)('kubectl', ['get', 'pods', '--kubeconfig', testCluster.kubeconfigFile])
 */
export const createTestCluster = publicAsync(async (wanted: TestClusterOptions = {}): Promise<TestCluster> => {
  checkNode()
  checkOptions('createTestCluster', testSettings, wanted)
  const { setup, strict, bundles, place, as, seed, options } = withDefaults(wanted)
  const first = await prepareCluster(options)
  let current: Cluster | undefined
  const { start, served } = await orClose(first, async () => {
    await setup?.(first)
    const start = first.snapshot()
    return { start, served: await serveForTools(() => current ?? first, options, { place, as }) }
  })
  const cluster = () => {
    if (!current) throw callerError('no test has begun: call next() before each test')
    return current
  }
  const close = async () => {
    current?.close()
    first.close()
    await served.close()
  }
  const keep = async (test: string, of: Cluster) =>
    bundles ? bundle(of, join(bundles, `${fileNameOf(test)}.fakecluster.html`)) : undefined
  const forTest = (test: TestOptions) => {
    const fork = limited(first.fork(start), test)
    reportCluster({ keep: (name) => keep(name, fork) })
    return fork
  }
  const { url, kubeconfig, pause, resume } = served
  return {
    ...{ url, kubeconfig, pause, resume, seed, close },
    get cluster() {
      return cluster()
    },
    get client() {
      return clientAs(cluster(), as)
    },
    get kubeconfigFile() {
      return served.file()
    },
    next: publicFunction((test: TestOptions = {}) => {
      checkArguments('next', { options: testOptions }, [test])
      current?.close()
      // A server that the test before has paused listens again; if it cannot, the rejection says why.
      void resume()
      current = forTest(test)
      return current
    }),
    apart: publicAsync(async (test: TestOptions = {}) => {
      checkArguments('apart', { options: testOptions }, [test])
      return serveApart(forTest(test), options, as)
    }),
    verify: publicFunction((of = cluster()) => verify(of, strict)),
    report: publicFunction((of = cluster()) => report(of, seed)),
    keep: publicAsync(async (test: string, of = cluster()) => keep(test, of)),
    [Symbol.asyncDispose]: close,
  }
})

/** Returns the options with their defaults, and apart from these the options of the cluster that is served. */
function withDefaults({
  setup,
  strict = false,
  bundles = process.env['FAKECLUSTER_BUNDLES'],
  kubeconfig: place,
  as,
  ...given
}: TestClusterOptions) {
  const seed = given.seed ?? 1
  const options: StartOptions = { ...given, seed, ...(bundles ? keeping(bundles, given.journal) : {}) }
  return { setup, strict, bundles, place, as, seed, options }
}

/** Returns the options of a cluster of which bundles are written. */
function keeping(bundles: string, journal: StartOptions['journal']): Pick<StartOptions, 'bundles' | 'journal'> {
  const held = typeof journal === 'number' ? { requests: journal } : journal
  return { bundles, journal: { ...held, wholeBodies: true } }
}

/** Returns the methods of a cluster as somebody, or the cluster itself. */
export const clientAs = (cluster: Cluster, as: Whom | undefined): Client =>
  as === undefined ? cluster : cluster.as(as)

/** Returns the kubeconfig of a served cluster that is for somebody, or for the administrator. */
const kubeconfigAs = async ({ kubeconfig, kubeconfigFor }: ServedCluster, as: Whom | undefined): Promise<string> =>
  as === undefined ? kubeconfig : kubeconfigFor(as)

/** What tools get: for whom the kubeconfig is, and the file for it, if there is to be one. */
type ForTools = { readonly place: string | true | undefined; readonly as: Whom | undefined }

/** Serves the current cluster, with a kubeconfig file if one is wanted, which `close` removes. */
async function serveForTools(current: () => Cluster, options: StartOptions, { place, as }: ForTools) {
  const served = await serveCurrent(current, ofServing(options))
  let kubeconfig: string
  let left: KubeconfigFile | undefined
  try {
    kubeconfig = await kubeconfigAs(served, as)
    if (place !== undefined)
      left = place === true ? writeTemporaryKubeconfig(kubeconfig) : await writeKubeconfig(place, kubeconfig)
  } catch (error) {
    await served.close()
    throw error
  }
  const path = left?.path
  const file = () => {
    if (path === undefined)
      throw callerError('there is no kubeconfig file: call createTestCluster({ kubeconfig: true })')
    return path
  }
  const close = async () => {
    const removed = left
    // Closed again, it leaves what others have written since.
    left = undefined
    try {
      removed?.remove()
    } finally {
      await served.close()
    }
  }
  return { ...served, kubeconfig, file, close }
}

/** Converts the name of a test to a file name. */
const fileNameOf = (test: string): string =>
  test
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100) || 'test'

const testOptions = optionsOf(
  { timeout: duration },
  (given) => `{ timeout: ${typeof given === 'number' ? given : 30_000} }`,
)

/** Tells a cluster when its test ends. */
function limited(cluster: Cluster, { timeout }: TestOptions): Cluster {
  const limit = timeout === undefined ? undefined : parseDuration(timeout)
  if (limit && limit.error === undefined) patienceOf(cluster.handle)?.endIn(limit.ms)
  return cluster
}

/** Serves a fork at a URL of its own; `close` closes both. */
async function serveApart(cluster: Cluster, options: StartOptions, as: Whom | undefined): Promise<StartedCluster> {
  const { port: _, ...others } = ofServing(options)
  const served = await serve(cluster, others)
  const close = () => {
    cluster.close()
    return served.close()
  }
  const kubeconfig = await orClose(cluster, () => kubeconfigAs(served, as))
  return { ...served, kubeconfig, cluster, close, [Symbol.asyncDispose]: close }
}

function verify({ invariant, controllers, hooks }: Cluster, strict: boolean): void {
  const [broken] = invariant.violations
  if (broken) throw broken
  controllers.verify()
  if (strict) hooks.verify()
}

function report({ hooks, journal }: Cluster, seed: number): string {
  const pending = hooks.pending().map(({ phase, site }) => `  ${phase} at ${site}`)
  const fired = hooks.list().length > 0 ? 'every hook has fired' : 'no hooks'
  const entries = journal.requests(OF_CLIENTS)
  const last = `the last ${Math.min(REPORTED, entries.length)} of ${entries.length + journal.lost(OF_CLIENTS)} requests`
  return [
    `seed ${seed}`,
    pending.length > 0 ? `hooks that never fired:\n${pending.join('\n')}` : fired,
    entries.length > 0 ? `${last}:\n${formatJournal(entries.slice(-REPORTED))}` : 'no requests',
  ].join('\n')
}

import { expect, test, vi } from 'vitest'
import { createSortedMap, type SortedMap } from '../../src/base/lists/sorted-map.js'
import { compareTexts } from '../../src/base/json/json.js'
import { type Cluster, createCluster } from '../../src/index.js'

const labels = { app: 'web' }
const selector = { matchLabels: labels }
const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'shop/web:1' }] } }
const metadata = { name: 'web' }
const once = { spec: { ...template.spec, restartPolicy: 'Never' } }

const deployment = (replicas: number) => ({ metadata, spec: { replicas, selector, template } })

/** What is run with a number of pods, on how many nodes; lookups are counted after `prepare`. */
type Scene = {
  readonly nodes?: (pods: number) => number
  readonly prepare?: (cluster: Cluster, pods: number) => Promise<unknown>
  readonly run: (cluster: Cluster, pods: number) => Promise<unknown>
}

const deployed = async (cluster: Cluster, pods: number) => {
  await cluster.create('Deployment', deployment(pods))
  await cluster.clock.advance('1m')
}

const scenes: readonly (readonly [what: string, scene: Scene])[] = [
  ['a Deployment is rolled out', { run: (cluster, pods) => cluster.create('Deployment', deployment(pods)) }],
  [
    'the template of a Deployment changes',
    {
      prepare: deployed,
      run: (cluster) =>
        cluster.patch('Deployment', metadata, { spec: { template: { metadata: { labels: { version: '2' } } } } }),
    },
  ],
  [
    'a Service and a PodDisruptionBudget select the pods of a Deployment',
    {
      async run(cluster, pods) {
        await cluster.create('Service', { metadata, spec: { selector: labels, ports: [{ port: 80 }] } })
        await cluster.create('PodDisruptionBudget', { metadata, spec: { selector, minAvailable: 1 } })
        await cluster.create('Deployment', deployment(pods))
      },
    },
  ],
  [
    'a Job has many completions, a few at a time',
    {
      nodes: () => 2,
      run: (cluster, completions) =>
        cluster.create('Job', { metadata, spec: { completions, parallelism: 5, template: once } }),
    },
  ],
  [
    'a DaemonSet has a pod on each node',
    {
      nodes: (pods) => pods,
      run: (cluster) => cluster.create('DaemonSet', { metadata, spec: { selector, template } }),
    },
  ],
  [
    'a StatefulSet creates one pod after the other',
    {
      run: (cluster, replicas) =>
        cluster.create('StatefulSet', { metadata, spec: { serviceName: 'web', replicas, selector, template } }),
    },
  ],
  [
    'a node is lost with all its pods',
    {
      nodes: () => 2,
      prepare: deployed,
      async run(cluster) {
        await cluster.patch(
          'Node',
          { name: 'node-1' },
          { metadata: { annotations: { 'fakecluster/agent': 'silent' } } },
        )
        await cluster.clock.advance('5m')
      },
    },
  ],
  [
    'a namespace is deleted with its contents',
    {
      async prepare(cluster, pods) {
        await cluster.create('Namespace', { metadata: { name: 'shop' } })
        await cluster.create('Deployment', { ...deployment(pods), metadata: { name: 'web', namespace: 'shop' } })
        await cluster.clock.advance('1m')
      },
      run: (cluster) => cluster.delete('Namespace', { name: 'shop' }),
    },
  ],
]

/** Counts lookups in sorted maps while `run` is running: each `get`, and each visited entry of a range. */
async function looksDuring(run: () => Promise<unknown>): Promise<number> {
  const map: SortedMap<unknown> = createSortedMap<unknown>(compareTexts)
  const proto = Object.getPrototypeOf(map) as typeof map // the prototype of all sorted maps
  let looks = 0
  const get = vi.spyOn(proto, 'get')
  const { forRange } = proto
  const range = vi.spyOn(proto, 'forRange').mockImplementation(function (this: typeof map, low, high, isIn, visit) {
    return forRange.call(this, low, high, isIn, (key, value) => (looks++, visit?.(key, value)))
  })
  try {
    await run()
    return looks + get.mock.calls.length
  } finally {
    get.mockRestore()
    range.mockRestore()
  }
}

async function looksPerPod(pods: number, { nodes = (count) => count / 5, prepare, run }: Scene): Promise<number> {
  const cluster = createCluster({ seed: 1, profile: 'kubernetes', nodes: nodes(pods) })
  await cluster.clock.advance('1m')
  await prepare?.(cluster, pods)
  const looks = await looksDuring(async () => {
    await run(cluster, pods)
    await cluster.clock.advance('5m')
  })
  cluster.close()
  return looks / pods
}

test.each(scenes)(
  'the lookups per pod do not grow with the number of pods when %s',
  { timeout: 60_000 },
  async (_, scene) => {
    expect(await looksPerPod(60, scene)).toBeLessThan(1.3 * (await looksPerPod(20, scene)))
  },
)

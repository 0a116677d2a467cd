import type * as Package from '../../../src/node.js'

/** The commands to a served cluster. */
export type Inspected =
  | { readonly type: 'fill'; readonly kind: string; readonly count: number }
  /** Changes the first object of a kind `aSecond` times a second. */
  | { readonly type: 'change'; readonly kind: string; readonly aSecond: number; readonly seconds: number }
  /** Writes the bundle of a run of some requests; the answer is whether `replay` finds it identical. */
  | { readonly type: 'bundle'; readonly requests: number; readonly file: string }

const [, , node] = process.argv
const { bundle, createCluster, replay, startCluster } = (await import(node!)) as typeof Package
const { cluster, url } = await startCluster({ port: 0, seed: 1, clock: 'virtual', controllers: 'none' })

const META = { namespace: 'default', labels: { app: 'web' } }
const SPECS: Readonly<Record<string, object>> = {
  ConfigMap: { data: { text: 'some words' } },
  Pod: {
    spec: {
      nodeName: 'node-1',
      containers: [{ name: 'web', image: 'nginx:1.27', resources: { requests: { cpu: '100m', memory: '64Mi' } } }],
    },
    status: { phase: 'Running', podIP: '10.0.0.1', conditions: [{ type: 'Ready', status: 'True' }] },
  },
}
const nameOf = (i: number) => `object-${String(i).padStart(5, '0')}`

async function fill(kind: string, count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, i) => ({
    apiVersion: 'v1',
    kind,
    metadata: { ...META, name: nameOf(i) },
    ...SPECS[kind],
  }))
  await cluster.load(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
}

async function change(kind: string, aSecond: number, seconds: number): Promise<void> {
  for (let i = 0; i < aSecond * seconds; i++) {
    await cluster.patch(kind, { name: nameOf(i % 7) }, { metadata: { annotations: { count: String(i) } } })
    await new Promise((resolve) => setTimeout(resolve, 1000 / aSecond))
  }
}

/** Plays requests that write, read, conflict and are refused, while a Deployment is scaled. */
async function play(requests: number, file: string): Promise<boolean> {
  const run = createCluster({ seed: 3, nodes: 2, journal: { requests: 5 * requests, bytes: 1 << 30 } })
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'web:1' }] } }
  const spec = { replicas: 3, selector: { matchLabels: { app: 'web' } }, template }
  await run.create('Deployment', { metadata: { name: 'web' }, spec })
  for (let i = 1; i < requests; i++) {
    const path = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
    const body = JSON.stringify({ metadata: { name: `lease-${i % 20}` }, spec: { leaseTransitions: i } })
    if (i % 8 === 0) await run.clock.advance('3s')
    if (i % 4 === 0) await run.patch('Deployment', { name: 'web' }, { spec: { replicas: (i % 3) + 1 } })
    else if (i % 4 === 1)
      await run.fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    else if (i % 4 === 2) await run.fetch(`${path}?limit=5`)
    else await run.fetch(`${path}/lease-${(i * 7) % 20}`, { method: 'DELETE' })
  }
  await run.clock.advance('1m')
  return (await replay(await bundle(run, file))).identical
}

process.on('message', (asked: Inspected) => void answer(asked).then((told) => process.send?.(told)))
process.send?.(url)

async function answer(asked: Inspected): Promise<boolean> {
  if (asked.type === 'bundle') return play(asked.requests, asked.file)
  if (asked.type === 'fill') await fill(asked.kind, asked.count)
  else await change(asked.kind, asked.aSecond, asked.seconds)
  return true
}

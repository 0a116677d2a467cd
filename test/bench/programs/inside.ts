import { Hono } from 'hono'
import type * as Package from '../../../src/index.js'
import type { Took } from './took.js'
import { CONFIG_MAPS, LEASES, configMap, lease, leaseName, leasePatch } from '../payload.js'
import { allowing, policy, review, validating } from './allowing.js'

// Requests without a socket: the cluster's fetch and client against a bare Hono app's fetch.

/** The questions to the program. */
export type Task = {
  readonly contestant:
    | 'hono'
    | 'fetch'
    | 'client'
    | 'bare'
    | 'hooked'
    | 'controlled'
    | 'uncontrolled'
    | 'handler'
    | keyof typeof QUESTIONED
  readonly what: 'get' | 'create' | 'patch' | 'create a ConfigMap'
  readonly from: number
  readonly count: number
}

type Cluster = ReturnType<typeof Package.createCluster>
type Snapshot = ReturnType<Cluster['snapshot']>

const { createCluster } = (await import(process.argv[2]!)) as typeof Package
const cluster = createCluster()
await cluster.create('Lease', lease(0))
const start = cluster.snapshot()
// Two equal clusters, of which one has a journal, and hooks that match no request.
const [bare, hooked] = await Promise.all(
  [0, 1000].map(async (journal) => {
    const made = createCluster({ journal })
    await made.create('Lease', lease(0))
    return made
  }),
)
for (const kind of ['Node', 'Namespace']) {
  hooked!.hooks.before({ kind }, { pass: true })
  hooked!.hooks.admit({ kind }, { pass: true })
  hooked!.hooks.after({ kind }, { pass: true })
}
// Two equal clusters: with the default controllers, which have nothing to do, and without any.
const [controlled, uncontrolled] = await Promise.all(
  (['default', 'none'] as const).map(async (controllers) => {
    const made = createCluster({ controllers })
    await made.create('Lease', lease(0))
    await made.idle()
    return { cluster: made, start: made.snapshot() }
  }),
)
// Clusters whose creates a webhook in code is asked about, a policy of three rules, or nobody. Each is made when it is
// asked for: a build of before may know neither.
const QUESTIONED = {
  asked: { fixtures: [validating], services: { 'shop/hooks': allowing } },
  policed: { fixtures: policy },
  unasked: {},
} as const
const questioned = new Map<string, { readonly cluster: Cluster; readonly start: Snapshot }>()
async function questionedCluster(contestant: keyof typeof QUESTIONED) {
  const made = createCluster({ controllers: 'none', ...QUESTIONED[contestant] })
  await made.create('ConfigMap', configMap(0))
  return { cluster: made, start: made.snapshot() }
}
const isQuestioned = (contestant: string): contestant is keyof typeof QUESTIONED =>
  Object.hasOwn(QUESTIONED, contestant)
const others: {
  readonly [contestant in Task['contestant']]?: { readonly cluster: Cluster; readonly start?: Snapshot }
} = {
  bare: { cluster: bare! },
  hooked: { cluster: hooked! },
  controlled: controlled!,
  uncontrolled: uncontrolled!,
}
const origin = 'http://cluster.local'
const text = await (await cluster.fetch(`${LEASES}/${leaseName(0)}`)).text()

const headers = { 'Content-Type': 'application/json' }
const app = new Hono()
app.get('*', (c) => c.body(text, 200, headers))
app.on(['POST', 'PATCH'], '*', async (c) => c.body(JSON.stringify(await c.req.json()), 200, headers))

const request = (what: Task['what'], i: number): Request => {
  if (what === 'get') return new Request(`${origin}${LEASES}/${leaseName(0)}`)
  if (what === 'create')
    return new Request(`${origin}${LEASES}`, { method: 'POST', headers, body: JSON.stringify(lease(i)) })
  if (what === 'create a ConfigMap')
    return new Request(`${origin}${CONFIG_MAPS}`, { method: 'POST', headers, body: JSON.stringify(configMap(i)) })
  const patch = {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: JSON.stringify(leasePatch(i)),
  }
  return new Request(`${origin}${LEASES}/${leaseName(0)}`, patch)
}

const first = { namespace: 'default', name: leaseName(0) }

async function perform({ contestant, what }: Task, i: number): Promise<void> {
  const other = questioned.get(contestant)
  if (other) return void (await other.cluster.create('ConfigMap', configMap(i)))
  if (contestant === 'handler') return void (await (await allowing(review(i))).json())
  if (contestant === 'client') {
    if (what === 'get') await cluster.get('Lease', first)
    else if (what === 'create') await cluster.create('Lease', lease(i))
    else await cluster.patch('Lease', first, leasePatch(i))
    return
  }
  const sent = request(what, i)
  const response = await (contestant === 'hono'
    ? app.fetch(sent)
    : (others[contestant]?.cluster ?? cluster).fetch(sent))
  await response.text()
  if (!response.ok) throw new Error(`${what}: ${response.status}`)
}

process.on('message', async (task: Task) => {
  // Memory is not collected by force: V8 would discard the code compiled for the objects that die.
  const { contestant } = task
  if (isQuestioned(contestant) && !questioned.has(contestant))
    questioned.set(contestant, await questionedCluster(contestant))
  const other = questioned.get(contestant) ?? others[contestant]
  if (other?.start) other.cluster.restore(other.start)
  else cluster.restore(start)
  const begin = performance.now()
  const used = process.cpuUsage()
  for (let i = 0; i < task.count; i++) await perform(task, task.from + i)
  const { user, system } = process.cpuUsage(used)
  process.send!({ ms: performance.now() - begin, cpuMs: (user + system) / 1000 } satisfies Took)
})
process.send!('ready')

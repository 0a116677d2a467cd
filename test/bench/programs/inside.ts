import { Hono } from 'hono'
import type * as Door from '../../../src/index.js'
import { LEASES, lease, leaseName, leasePatch } from '../payload.js'

// Requests without a socket: the cluster's fetch and client against a bare Hono app's fetch.

/** What the program is asked. */
export type Task = {
  readonly contestant: 'hono' | 'fetch' | 'client' | 'bare' | 'hooked'
  readonly what: 'get' | 'create' | 'patch'
  readonly from: number
  readonly count: number
}

const { createCluster } = (await import(process.argv[2]!)) as typeof Door
const cluster = createCluster()
await cluster.create('Lease', lease(0))
const start = cluster.snapshot()
// The same twice: once with nothing that looks at requests, once with a journal and with hooks for requests of others.
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
  const patch = {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: JSON.stringify(leasePatch(i)),
  }
  return new Request(`${origin}${LEASES}/${leaseName(0)}`, patch)
}

const first = { namespace: 'default', name: leaseName(0) }

async function perform({ contestant, what }: Task, i: number): Promise<void> {
  if (contestant === 'client') {
    if (what === 'get') await cluster.get('Lease', first)
    else if (what === 'create') await cluster.create('Lease', lease(i))
    else await cluster.patch('Lease', first, leasePatch(i))
    return
  }
  if (contestant === 'bare' || contestant === 'hooked') {
    const response = await (contestant === 'bare' ? bare! : hooked!).fetch(request(what, i))
    await response.text()
    return
  }
  const sent = request(what, i)
  const response = await (contestant === 'hono' ? app.fetch(sent) : cluster.fetch(sent))
  await response.text()
  if (!response.ok) throw new Error(`${what}: ${response.status}`)
}

process.on('message', async (task: Task) => {
  cluster.restore(start)
  globalThis.gc?.()
  const begin = performance.now()
  for (let i = 0; i < task.count; i++) await perform(task, task.from + i)
  process.send!(performance.now() - begin)
})
process.send!('ready')

import type * as Package from '../../../src/index.js'
import { lease, leaseName, leasePatch } from '../payload.js'

// The costs of a cluster full of objects: writes, snapshots, memory.

/** The questions to the program. */
export type Holding =
  | { readonly type: 'write'; readonly what: 'create' | 'patch'; readonly size: number; readonly count: number }
  | { readonly type: 'snapshots' | 'memory' | 'forks'; readonly size: number }

const { createCluster } = (await import(process.argv[2]!)) as typeof Package
type Cluster = ReturnType<typeof createCluster>

const clusters = new Map<number, Cluster>()

async function filled(size: number): Promise<Cluster> {
  const cluster = clusters.get(size) ?? createCluster()
  if (!clusters.has(size)) for (let i = 0; i < size; i++) await cluster.create('Lease', lease(i))
  clusters.set(size, cluster)
  return cluster
}

/** Changes or adds objects spread over the keys, and returns the microseconds for one. */
async function timeWrites({ what, size, count }: Extract<Holding, { type: 'write' }>): Promise<number> {
  const cluster = await filled(size)
  const saved = cluster.snapshot()
  const step = Math.max(1, Math.floor(size / count))
  const begin = performance.now()
  for (let i = 0; i < count; i++) {
    const at = (i * step) % size
    if (what === 'patch') await cluster.patch('Lease', { namespace: 'default', name: leaseName(at) }, leasePatch(i))
    else
      await cluster.create('Lease', {
        ...lease(at),
        metadata: { name: `${leaseName(at)}-${String(i).padStart(4, '0')}`, namespace: 'default' },
      })
  }
  const us = ((performance.now() - begin) * 1000) / count
  cluster.restore(saved)
  return us
}

async function timeSnapshots(size: number): Promise<Readonly<Record<string, number>>> {
  const cluster = await filled(size)
  const time = (run: () => void) => {
    const begin = performance.now()
    run()
    return performance.now() - begin
  }
  const saved = cluster.snapshot()
  return {
    snapshot: time(() => void cluster.snapshot()),
    restore: time(() => cluster.restore(saved)),
    fork: time(() => void cluster.fork(saved)),
  }
}

/**
 * Measures the bytes of an object in a store, after storing and after sending, and of one that is parsed but not
 * stored.
 */
async function measureMemory(size: number): Promise<Readonly<Record<string, number>>> {
  const used = () => {
    globalThis.gc!()
    globalThis.gc!()
    return process.memoryUsage().heapUsed
  }
  const before = used()
  const cluster = createCluster()
  for (let i = 0; i < size; i++) await cluster.create('Lease', lease(i))
  const stored = used()
  await (await cluster.fetch('/apis/coordination.k8s.io/v1/leases')).text()
  const sent = used()
  const { items } = await cluster.list('Lease')
  const texts = items.map((item) => JSON.stringify(item))
  const start = used()
  const parsed = new Map(texts.map((text, i) => [leaseName(i), JSON.parse(text) as unknown]))
  const plain = used()
  return { stored: (stored - before) / size, sent: (sent - before) / size, parsed: (plain - start) / parsed.size }
}

const FORKS = 1000

/** Measures the bytes of a fork: the mean of a thousand that exist at once. */
async function measureForks(size: number): Promise<number> {
  const cluster = await filled(size)
  const used = () => {
    globalThis.gc!()
    globalThis.gc!()
    return process.memoryUsage().heapUsed
  }
  cluster.fork()
  const before = used()
  const forks = Array.from({ length: FORKS }, () => cluster.fork())
  const bytes = (used() - before) / forks.length
  for (const fork of forks) fork.close()
  return bytes
}

process.on('message', async (holding: Holding) => {
  if (holding.type === 'write') process.send!(await timeWrites(holding))
  else if (holding.type === 'snapshots') process.send!(await timeSnapshots(holding.size))
  else if (holding.type === 'forks') process.send!(await measureForks(holding.size))
  else process.send!(await measureMemory(holding.size))
})
process.send!('ready')

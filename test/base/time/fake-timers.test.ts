import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'

const NOON = Date.parse('2030-06-01T12:00:00Z')

beforeEach(() => void vi.useFakeTimers({ now: NOON }))
afterEach(() => {
  vi.useRealTimers()
  vi.resetModules()
})

/** Sends a list of Nodes that a hook delays by 40 s; returns a function that tells whether it is answered. */
function askSlowly(cluster: Cluster): () => boolean {
  cluster.hooks.before({ client: 'test', verb: 'list', kind: 'Node' }, { delay: '40s' })
  let answered = false
  void cluster.list('Node').then(() => (answered = true))
  return () => answered
}

describe('with the fake timers of a test runner', () => {
  test('a virtual clock is independent of them', async () => {
    const cluster = createCluster({ profile: 'example', seed: 1 })
    const answered = askSlowly(cluster)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([answered(), cluster.clock.now()]).toEqual([false, Date.parse('2024-01-01T00:00:00Z')])
    await cluster.clock.advance('40s')
    expect([answered(), Date.now()]).toEqual([true, NOON + 60_000])
  })

  test('the system clock follows them', async () => {
    const cluster = createCluster({ profile: 'example', clock: 'system', seed: 1 })
    const { metadata } = await cluster.create('Namespace', { metadata: { name: 'shop' } })
    expect(metadata.creationTimestamp).toBe('2030-06-01T12:00:00Z')
    const answered = askSlowly(cluster)
    await vi.advanceTimersByTimeAsync(39_999)
    expect(answered()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(answered()).toBe(true)
  })

  test('a virtual clock advances even if the module was loaded after they were installed', async () => {
    vi.resetModules()
    const later = await import('../../../src/cluster/cluster.js')
    const cluster = later.createCluster({ seed: 1 })
    const answered = askSlowly(cluster)
    await cluster.clock.advance('40s')
    expect(answered()).toBe(true)
  })
})

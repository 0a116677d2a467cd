import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Cluster } from '../../src/cluster/types.js'
import { createCluster } from '../../src/cluster/cluster.js'

const NOON = Date.parse('2030-06-01T12:00:00Z')

beforeEach(() => void vi.useFakeTimers({ now: NOON }))
afterEach(() => {
  vi.useRealTimers()
  vi.resetModules()
})

/** Asks for the nodes, which takes 40 s, and tells whether the answer is there. */
function askSlowly(cluster: Cluster): () => boolean {
  cluster.hooks.before({ verb: 'list', kind: 'Node' }, { delay: '40s' })
  let answered = false
  void cluster.list('Node').then(() => (answered = true))
  return () => answered
}

describe("beside a test runner's fake timers", () => {
  test('a virtual clock goes its own way', async () => {
    const cluster = createCluster({ profile: 'example', seed: 1 })
    const answered = askSlowly(cluster)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([answered(), cluster.clock.now()]).toEqual([false, Date.parse('2024-01-01T00:00:00Z')])
    await cluster.clock.advance('40s')
    expect([answered(), Date.now()]).toEqual([true, NOON + 60_000])
  })

  test('the system clock is the fake one', async () => {
    const cluster = createCluster({ profile: 'example', clock: 'system', seed: 1 })
    const { metadata } = await cluster.create('Namespace', { metadata: { name: 'shop' } })
    expect(metadata.creationTimestamp).toBe('2030-06-01T12:00:00Z')
    const answered = askSlowly(cluster)
    await vi.advanceTimersByTimeAsync(39_999)
    expect(answered()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(answered()).toBe(true)
  })

  test('a cluster loaded while they are there already moves its virtual clock all the same', async () => {
    vi.resetModules()
    const later = await import('../../src/cluster/cluster.js')
    const cluster = later.createCluster({ seed: 1 })
    const answered = askSlowly(cluster)
    await cluster.clock.advance('40s')
    expect(answered()).toBe(true)
  })
})

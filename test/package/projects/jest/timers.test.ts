import { afterEach, expect, jest, test } from '@jest/globals'
import { createCluster } from 'fakecluster'

afterEach(() => {
  jest.useRealTimers()
})

// The clock of a cluster neither needs the runner's fake timers nor minds them.
test.each(['real', 'fake'])(
  'a virtual clock moves by itself alone, and fires what waits: %s timers',
  async (timers) => {
    if (timers === 'fake') jest.useFakeTimers()
    const cluster = createCluster({ seed: 1 })
    cluster.hooks.before({ client: 'test', verb: 'get', kind: 'Namespace' }, { delay: '30s' })
    let answered = false
    const reply = cluster.get('Namespace', { name: 'default' }).then(() => void (answered = true))
    await cluster.clock.advance('29s')
    expect(answered).toBe(false)
    await cluster.clock.advance('1s')
    await reply
    expect(new Date(cluster.clock.now()).toISOString()).toBe('2024-01-01T00:00:30.000Z')
    expect(cluster).toHaveReceivedRequest({ verb: 'get', kind: 'Namespace', via: 'client' }, 1)
  },
)

test('the system clock is the runner’s', async () => {
  jest.useFakeTimers({ now: new Date('2030-01-01T00:00:00Z') })
  const cluster = createCluster()
  const { metadata } = await cluster.create('Lease', { metadata: { name: 'leader' } })
  expect(metadata.creationTimestamp).toBe('2030-01-01T00:00:00Z')
  cluster.hooks.before({ client: 'test', verb: 'get', kind: 'Lease' }, { delay: '30s' })
  const reply = cluster.get('Lease', { name: 'leader' })
  await jest.advanceTimersByTimeAsync(30_000)
  expect((await reply).metadata.name).toBe('leader')
})

import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const containers = [{ name: 'web', image: 'shop/web', livenessProbe: { httpGet: { port: 80 } } }]

test('lists Events in the order in which they were recorded', async () => {
  for (const seed of [1, 2, 3]) {
    const cluster = createCluster({ seed, nodes: 1 })
    await cluster.create('Pod', { metadata: { name: 'web' }, spec: { containers } })
    await cluster.clock.advance('10s')
    const events = (await cluster.list('v1/Event', { namespace: 'default' })).items
    expect(events.map(({ reason }) => reason)).toEqual([
      'RegisteredNode',
      'Scheduled',
      'Pulling',
      'Pulled',
      'Created',
      'Started',
    ])
    expect(events[2]?.metadata.name).toMatch(/^web\.[\da-f]{16}$/)
  }
})

test('a repeated event increments the count, across forks too', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1, containers: { image: 'shop/*', crash: { every: '1s' } } })
  await cluster.create('Pod', { metadata: { name: 'web' }, spec: { containers } })
  await cluster.clock.advance('1m')
  const fork = cluster.fork()
  await fork.clock.advance('5m')
  const backOffs = (await fork.list('v1/Event', { namespace: 'default' })).items.filter(
    ({ reason }) => reason === 'BackOff',
  )
  expect(backOffs).toHaveLength(1)
  expect(backOffs[0]?.['count']).toBeGreaterThan(2)
})

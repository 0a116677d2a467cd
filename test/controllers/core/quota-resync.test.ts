import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

test('limits written into the status of a quota last until the resync every five minutes', async () => {
  const cluster = createCluster({ seed: 1 })
  const statusOf = async () => (await cluster.get('ResourceQuota', { name: 'q' })).status
  await cluster.create('ResourceQuota', { metadata: { name: 'q' }, spec: { hard: { cpu: '1' } } })
  expect(await statusOf()).toEqual({ hard: { cpu: '1' }, used: { cpu: '0' } })

  await cluster.patch('ResourceQuota', { name: 'q' }, { status: { hard: { cpu: '2' } } }, { subresource: 'status' })
  await cluster.clock.advance('299s')
  expect(await statusOf()).toMatchObject({ hard: { cpu: '2' } })
  await cluster.patch('ResourceQuota', { name: 'q' }, { status: { hard: { cpu: '3' } } }, { subresource: 'status' })
  await cluster.clock.advance('1s')
  expect(await statusOf()).toEqual({ hard: { cpu: '1' }, used: { cpu: '0' } })
})

test('keeps the status of a quota fixture', async () => {
  const fixture = {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'q', namespace: 'default' },
    spec: { hard: { cpu: '1' } },
    status: { hard: { cpu: '2' }, used: { cpu: '1' } },
  }
  const cluster = createCluster({ seed: 1, fixtures: [fixture], controllers: ['quota-resync'] })
  await cluster.clock.advance('10m')
  expect((await cluster.get('ResourceQuota', { name: 'q' })).status).toEqual(fixture.status)
})

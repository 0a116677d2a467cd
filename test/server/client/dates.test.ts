import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const NOW = new Date('2024-01-02T03:04:05.678Z')

test('a Date is written with the precision of its field: seconds or microseconds', async () => {
  const cluster = createCluster({ seed: 1 })
  const lease = await cluster.create('Lease', { metadata: { name: 'a' }, spec: { renewTime: NOW } })
  expect(lease.spec?.renewTime).toBe('2024-01-02T03:04:05.678000Z')
  const patched = await cluster.patch('Lease', { name: 'a' }, { spec: { acquireTime: NOW } })
  expect(patched.spec?.acquireTime).toBe('2024-01-02T03:04:05.678000Z')
  const status = { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: NOW }] }
  await cluster.create('Node', { metadata: { name: 'n' } })
  const node = await cluster.patch('Node', { name: 'n' }, { status }, { subresource: 'status' })
  expect(node.status?.conditions).toMatchObject([{ type: 'Ready', lastTransitionTime: '2024-01-02T03:04:05Z' }])
})

test('a Date with its own toISOString is written as that text', async () => {
  class MicroTime extends Date {
    override toISOString = () => '2024-01-02T03:04:05.678901Z'
  }
  const cluster = createCluster({ seed: 1 })
  const lease = await cluster.create('Lease', { metadata: { name: 'a' }, spec: { renewTime: new MicroTime(NOW) } })
  expect(lease.spec?.renewTime).toBe('2024-01-02T03:04:05.678901Z')
})

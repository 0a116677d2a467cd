import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'

async function scripted(name: string) {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const text = readFileSync(new URL(`../../fixtures/scripts/${name}.yaml`, import.meta.url), 'utf8')
  await cluster.hooks.script({ name: `${name}.yaml`, text })
  return cluster
}

test('claim-binds', async () => {
  const cluster = await scripted('claim-binds')
  await cluster.create('PersistentVolumeClaim', {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  })
  await cluster.clock.advance('2s')
  expect((await cluster.get('PersistentVolumeClaim', { name: 'data' })).status).toEqual({
    phase: 'Bound',
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
  })
})

test('node-lost', async () => {
  const cluster = await scripted('node-lost')
  await cluster.create('Node', { metadata: { name: 'worker-1', labels: { fake: 'true' } } })
  await cluster.create('Node', { metadata: { name: 'worker-2' } })
  const ready = async (name: string) =>
    (await cluster.get('Node', { name })).status?.conditions?.find(({ type }) => type === 'Ready')
  expect((await ready('worker-1'))?.status).toBe('True')
  await cluster.clock.advance('79s')
  expect(await ready('worker-1')).toMatchObject({ status: 'True', lastHeartbeatTime: '2024-01-01T00:00:50Z' })
  await cluster.clock.advance('1s')
  expect(await ready('worker-1')).toMatchObject({
    status: 'Unknown',
    reason: 'Silent',
    lastTransitionTime: '2024-01-01T00:01:20Z',
  })
  expect((await cluster.list('Event')).items.map(({ note }) => note)).toEqual(['no word from worker-1 for 30 s'])
  expect(await ready('worker-2')).toBeUndefined()
})

test('holder-dies', async () => {
  const cluster = await scripted('holder-dies')
  await cluster.create('Lease', { metadata: { name: 'leader' }, spec: { holderIdentity: 'me' } })
  await cluster.clock.advance('1m')
  expect((await cluster.get('Lease', { name: 'leader' })).spec).toEqual({
    holderIdentity: 'rival',
    leaseDurationSeconds: 15,
    acquireTime: '2024-01-01T00:00:01.000000Z',
    renewTime: '2024-01-01T00:00:21.000000Z',
  })
})

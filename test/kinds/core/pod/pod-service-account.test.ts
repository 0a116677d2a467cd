import { expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'

const containers = [{ name: 'c', image: 'i' }]

test('a pod that names nobody is the account default of its namespace', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  await cluster.create('ServiceAccount', { metadata: { name: 'default' }, imagePullSecrets: [{ name: 'registry' }] })
  await cluster.create('ServiceAccount', { metadata: { name: 'builder' } })
  const made = await cluster.create('Pod', { metadata: { name: 'a' }, spec: { containers } })
  expect(made.spec).toMatchObject({
    serviceAccountName: 'default',
    serviceAccount: 'default',
    imagePullSecrets: [{ name: 'registry' }],
  })
  const other = await cluster.create('Pod', {
    metadata: { name: 'b' },
    spec: { containers, serviceAccountName: 'builder' },
  })
  expect(other.spec).toMatchObject({ serviceAccountName: 'builder', serviceAccount: 'builder' })
  expect(other.spec).not.toHaveProperty('imagePullSecrets')
  const own = { containers, imagePullSecrets: [{ name: 'mine' }] }
  expect((await cluster.create('Pod', { metadata: { name: 'c' }, spec: own })).spec).toMatchObject(own)
})

test.each([
  [{ podIP: '10.0.0.1' }, { podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.1' }] }],
  [
    { podIPs: [{ ip: '10.0.0.2' }, { ip: 'fd00::2' }] },
    { podIP: '10.0.0.2', podIPs: [{ ip: '10.0.0.2' }, { ip: 'fd00::2' }] },
  ],
  [
    { podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.2' }] },
    { podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.1' }] },
  ],
])('of the addresses %j both members are told', async (status, expected) => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  await cluster.create('Pod', { metadata: { name: 'a' }, spec: { containers } })
  const told = await cluster.patch('Pod', { name: 'a' }, { status }, { subresource: 'status' })
  expect(told.status).toMatchObject(expected)
})

import { expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'

const containers = [{ name: 'c', image: 'i' }]

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
])('fills in podIP and podIPs from %j', async (status, expected) => {
  const cluster = createCluster({ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] })
  await cluster.create('Pod', { metadata: { name: 'a' }, spec: { containers } })
  const told = await cluster.patch('Pod', { name: 'a' }, { status }, { subresource: 'status' })
  expect(told.status).toMatchObject(expected)
})

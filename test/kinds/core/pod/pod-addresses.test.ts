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

test.each([
  [
    ['10.0.0.1', 'x'],
    ['podIPs[1]', 'failed to check for dual stack with error:invalid IP[1]: x', 'no more than one IP'],
  ],
  [['10.0.0.1', '10.0.0.2'], ['no more than one IP']],
  [['x'], ['podIPs[0]']],
])('addresses that are no pair of both families: %j', async (ips, expected) => {
  const cluster = createCluster({ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] })
  await cluster.create('Pod', { metadata: { name: 'a' }, spec: { containers } })
  const status = { podIP: ips[0], podIPs: ips.map((ip) => ({ ip })) }
  const reply = await cluster.fetch('/api/v1/namespaces/default/pods/a/status', {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ status }),
  })
  const { details } = (await reply.json()) as { details: { causes: readonly { field: string; message: string }[] } }
  const told = details.causes.map(({ field, message }) => `${field}: ${message}`)
  expect(told).toEqual(expected.map((text) => expect.stringContaining(text) as string))
})

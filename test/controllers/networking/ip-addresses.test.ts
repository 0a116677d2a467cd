import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const labels = {
  'ipaddress.kubernetes.io/ip-family': 'IPv4',
  'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
}

async function open() {
  const cluster = createCluster({ seed: 1, controllers: ['ip-addresses'] })
  const spec = { ports: [{ port: 80 }], clusterIP: '10.0.0.50' }
  await cluster.create('Service', { metadata: { name: 's' }, spec })
  const names = async () =>
    (await cluster.list('IPAddress')).items.map(({ metadata }) => metadata.name).filter((name) => name !== '10.0.0.1')
  const said = async () => (await cluster.list('Event')).items.map(({ reason, note }) => `${reason}: ${note}`)
  const make = (name: string, parentRef: object, given: object = labels) =>
    cluster.create('IPAddress', { metadata: { name, labels: given as typeof labels }, spec: { parentRef } } as never)
  return { cluster, names, said, make }
}

const of = (name: string, resource = 'services') => ({ resource, namespace: 'default', name })

test('recreates a deleted IPAddress of a Service three minutes later', async () => {
  const { cluster, names, said } = await open()
  await cluster.delete('IPAddress', { name: '10.0.0.50' })
  await cluster.clock.advance('179s')
  expect(await names()).toEqual([])
  await cluster.clock.advance('1s')
  const { metadata, spec } = await cluster.get('IPAddress', { name: '10.0.0.50' })
  expect([metadata.labels, spec]).toEqual([labels, { parentRef: of('s') }])
  expect(await said()).toEqual(['ClusterIPNotAllocated: Cluster IP [IPv4]: 10.0.0.50 is not allocated; repairing'])
})

test('an IPAddress is deleted with its Service, and not recreated', async () => {
  const { cluster, names } = await open()
  await cluster.delete('Service', { name: 's' })
  await cluster.clock.advance('1h')
  expect(await names()).toEqual([])
})

test('deletes an IPAddress without a Service after a minute, and one with a wrong reference at once', async () => {
  const { cluster, names, said, make } = await open()
  await make('10.0.0.60', of('none'))
  await make('10.0.0.61', of('s'))
  await make('10.0.0.62', of('s', 'pods'))
  await make('10.0.0.63', of('none'), {})
  await cluster.clock.advance(1)
  expect(await names()).toEqual(['10.0.0.50', '10.0.0.60', '10.0.0.63'])
  await cluster.clock.advance('1m')
  expect(await names()).toEqual(['10.0.0.50', '10.0.0.63'])
  expect((await said()).sort()).toEqual([
    'IPAddressNotAllocated: IPAddress 10.0.0.62 appears to have been modified, not referencing a Service &ParentReference{Group:,Resource:pods,Namespace:default,Name:s,}: cleaning up',
    'IPAddressNotAllocated: IPAddress: 10.0.0.60 for Service default/none appears to have leaked: cleaning up',
    'IPAddressWrongReference: IPAddress: 10.0.0.61 for Service default/s has a wrong reference; cleaning up',
  ])
})

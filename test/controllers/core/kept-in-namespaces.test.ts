import { expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'

const BOTH = ['service-accounts', 'root-certificates', 'namespace-end']
const start = (profile: 'example' | 'kubernetes') => createCluster({ profile, seed: 1, controllers: BOTH })

const names = async (cluster: Cluster, kind: string) =>
  (await cluster.list(kind)).items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)

test.each([
  ['example', ['default']],
  ['kubernetes', ['default', 'kube-node-lease', 'kube-public', 'kube-system']],
] as const)('each namespace has a default account and a root certificate, in profile %s', async (profile, there) => {
  const cluster = start(profile)
  await cluster.create('Namespace', { metadata: { name: 'own' } })
  const all = [...there, 'own'].sort()
  expect(await names(cluster, 'ServiceAccount')).toEqual(all.map((namespace) => `${namespace}/default`))
  const configMaps = (await names(cluster, 'ConfigMap')).filter((name) => name.endsWith('/kube-root-ca.crt'))
  expect(configMaps).toEqual(all.map((namespace) => `${namespace}/kube-root-ca.crt`))
  const { data, metadata } = await cluster.get('ConfigMap', { namespace: 'own', name: 'kube-root-ca.crt' })
  expect(Object.keys(data as object)).toEqual(['ca.crt'])
  expect(data).toMatchObject({
    'ca.crt': expect.stringMatching(/^-----BEGIN CERTIFICATE-----\n[A-Za-z0-9+/=\n]+\n-----END CERTIFICATE-----\n$/),
  })
  expect(metadata.annotations?.['kubernetes.io/description']).toMatch(
    /^Contains a CA bundle that can be used to verify the kube-apiserver /,
  )
  expect(metadata.managedFields?.map(({ manager }) => manager)).toEqual(['kube-controller-manager'])
})

test('recreates them when deleted, and reverts changes of the certificate', async () => {
  const cluster = start('kubernetes')
  const ref = { namespace: 'default', name: 'kube-root-ca.crt' }
  const { data } = await cluster.get('ConfigMap', ref)
  await cluster.patch('ConfigMap', ref, { data: { 'ca.crt': 'other', more: 'x' } })
  expect((await cluster.get('ConfigMap', ref))['data']).toEqual(data)
  await cluster.delete('ConfigMap', ref)
  await cluster.delete('ServiceAccount', { name: 'default' })
  expect((await cluster.get('ConfigMap', ref))['data']).toEqual(data)
  expect((await cluster.get('ServiceAccount', { name: 'default' })).metadata.name).toBe('default')
})

test('does not recreate them in a terminating namespace', async () => {
  const cluster = start('kubernetes')
  await cluster.create('Namespace', { metadata: { name: 'own' } })
  await cluster.delete('Namespace', { name: 'own' })
  expect(
    (await names(cluster, 'ServiceAccount'))
      .concat(await names(cluster, 'ConfigMap'))
      .filter((name) => name.startsWith('own/')),
  ).toEqual([])
  expect((await cluster.list('Namespace')).items.map(({ metadata }) => metadata.name)).not.toContain('own')
})

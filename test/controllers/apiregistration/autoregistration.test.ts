import { beforeEach, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

const version = (name: string, served = true) => ({
  name,
  served,
  storage: name === 'v1',
  schema: { openAPIV3Schema: { type: 'object' } },
})
const definition = (plural: string, ...versions: readonly ReturnType<typeof version>[]) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.shop.example.com` },
  spec: {
    group: 'shop.example.com',
    scope: 'Cluster',
    names: { plural, kind: plural === 'widgets' ? 'Widget' : 'Gadget' },
    versions,
  },
})

let cluster: Cluster
beforeEach(() => {
  cluster = createCluster({ seed: 1, crds: [definition('widgets', version('v1'), version('v2'))] })
})

const registered = async () =>
  (await cluster.list('APIService')).items
    .filter(({ spec }) => spec?.group === 'shop.example.com')
    .map(({ metadata }) => metadata.name)

test('creates an APIService for each served version', async () => {
  expect(await registered()).toEqual(['v1.shop.example.com', 'v2.shop.example.com'])
  expect(await cluster.get('APIService', { name: 'v2.shop.example.com' })).toMatchObject({
    metadata: {
      labels: { 'kube-aggregator.kubernetes.io/automanaged': 'true' },
      managedFields: [{ manager: 'kube-apiserver' }],
    },
    spec: { group: 'shop.example.com', version: 'v2', groupPriorityMinimum: 1000, versionPriority: 100 },
    status: { conditions: [{ type: 'Available', status: 'True', reason: 'Local' }] },
  })
})

test('deletes the APIService with the last definition that serves its version, or when none serves it any more', async () => {
  await cluster.create('CustomResourceDefinition', definition('gadgets', version('v1')))
  const served = [version('v1'), version('v2', false)]
  await cluster.patch('CustomResourceDefinition', { name: 'widgets.shop.example.com' }, { spec: { versions: served } })
  expect(await registered()).toEqual(['v1.shop.example.com'])
  await cluster.delete('CustomResourceDefinition', { name: 'widgets.shop.example.com' })
  expect(await registered()).toEqual(['v1.shop.example.com'])
  await cluster.delete('CustomResourceDefinition', { name: 'gadgets.shop.example.com' })
  expect(await registered()).toEqual([])
})

test('recreates a deleted APIService, and reverts changes to it', async () => {
  const name = 'v1.shop.example.com'
  await cluster.delete('APIService', { name })
  expect(await registered()).toContain(name)
  await cluster.patch('APIService', { name }, { spec: { groupPriorityMinimum: 7 } })
  expect((await cluster.get('APIService', { name })).spec?.groupPriorityMinimum).toBe(1000)
})

test('leaves an APIService without the automanaged label alone, and does not recreate a built-in one', async () => {
  const name = 'v1.shop.example.com'
  await cluster.patch('APIService', { name }, { metadata: { labels: null }, spec: { versionPriority: 7 } })
  await cluster.delete('CustomResourceDefinition', { name: 'widgets.shop.example.com' })
  expect((await cluster.get('APIService', { name })).spec?.versionPriority).toBe(7)
  await cluster.delete('APIService', { name: 'v1.apps' })
  expect((await cluster.list('APIService')).items.map(({ metadata }) => metadata.name)).not.toContain('v1.apps')
})

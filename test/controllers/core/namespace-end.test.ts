import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const HOLD = 'example.io/hold'
const pod = (name: string, finalizers: readonly string[] = []) => ({
  metadata: { namespace: 'own', name, finalizers: [...finalizers] },
  spec: { containers: [{ name: 'a', image: 'example.io/a:1' }] },
})

test('deletes the pods of a namespace first, and nothing else while there are any', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('Namespace', { metadata: { name: 'own' } })
  await cluster.create('ConfigMap', { metadata: { namespace: 'own', name: 'used' } })
  await cluster.create('Pod', pod('free'))
  await cluster.create('Pod', pod('held', [HOLD]))
  await cluster.delete('Namespace', { name: 'own' })
  await cluster.settled()
  const names = async (kind: 'Pod' | 'ConfigMap') =>
    (await cluster.list(kind, { namespace: 'own' })).items.map(({ metadata }) => metadata.name)
  expect(await names('Pod')).toEqual(['held'])
  expect(await names('ConfigMap')).toEqual(['kube-root-ca.crt', 'used'])
  const { status } = await cluster.get('Namespace', { name: 'own' })
  expect(status?.conditions?.map(({ type, status, reason }) => [type, status, reason])).toEqual([
    ['NamespaceDeletionDiscoveryFailure', 'False', 'ResourcesDiscovered'],
    ['NamespaceDeletionGroupVersionParsingFailure', 'False', 'ParsedGroupVersions'],
    ['NamespaceDeletionContentFailure', 'False', 'ContentDeleted'],
    ['NamespaceContentRemaining', 'False', 'ContentRemoved'],
    ['NamespaceFinalizersRemaining', 'False', 'ContentHasNoFinalizers'],
  ])
  await cluster.patch('Pod', { namespace: 'own', name: 'held' }, { metadata: { finalizers: null } })
  await cluster.settled()
  expect((await cluster.list('Namespace')).items.map(({ metadata }) => metadata.name)).not.toContain('own')
})

test('a namespace stays Terminating while an aggregated API fails discovery', async () => {
  const cluster = createCluster({ seed: 1 })
  const register = (version: string) =>
    cluster.create('APIService', {
      metadata: { name: `${version}.metrics.example.com` },
      spec: {
        ...{ group: 'metrics.example.com', version, groupPriorityMinimum: 100, versionPriority: 100 },
        insecureSkipTLSVerify: true,
        service: { namespace: 'kube-system', name: 'metrics' },
      },
    })
  await register('v1beta1')
  await register('v1alpha1')
  await cluster.create('Namespace', { metadata: { name: 'own' } })
  await cluster.create('ConfigMap', { metadata: { namespace: 'own', name: 'used' } })
  await cluster.delete('Namespace', { name: 'own' })
  await cluster.settled()
  expect((await cluster.list('ConfigMap', { namespace: 'own' })).items).toEqual([])
  const { status } = await cluster.get('Namespace', { name: 'own' })
  expect(status?.conditions?.[0]).toMatchObject({
    type: 'NamespaceDeletionDiscoveryFailure',
    status: 'True',
    reason: 'DiscoveryFailed',
    message:
      'Discovery failed for some groups, 2 failing: unable to retrieve the complete list of server APIs: metrics.example.com/v1alpha1: stale GroupVersion discovery: metrics.example.com/v1alpha1, metrics.example.com/v1beta1: stale GroupVersion discovery: metrics.example.com/v1beta1',
  })

  await cluster.delete('APIService', { name: 'v1alpha1.metrics.example.com' })
  await cluster.settled()
  expect((await cluster.get('Namespace', { name: 'own' })).status?.phase).toBe('Terminating')
  await cluster.delete('APIService', { name: 'v1beta1.metrics.example.com' })
  await cluster.settled()
  await cluster.waitForGone('Namespace', { name: 'own' })
})

test('metrics of nodes do not keep a namespace from being deleted', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1 })
  await cluster.create('Namespace', { metadata: { name: 'own' } })
  await cluster.delete('Namespace', { name: 'own' })
  expect((await cluster.list('Namespace', { fieldSelector: 'metadata.name=own' })).items).toEqual([])
})

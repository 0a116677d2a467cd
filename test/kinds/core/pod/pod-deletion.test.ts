import { openServer } from '../../asking.js'
import { expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'
import type { DeleteOptions } from '../../../../src/server/client/types.js'
import type { Pod } from '../../../../src/kinds/core/pod/pod-types.js'
import type { KubeObject } from '../../../../src/schema/object.js'

const NOW = '2024-01-01T00:00:00Z'

async function open({
  phase = 'Running',
  metadata = {},
  ...spec
}: { phase?: string; metadata?: object } & object = {}) {
  const cluster = createCluster({ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] })
  await cluster.create('v1/Pod', {
    metadata: { name: 'p', ...metadata },
    spec: { containers: [{ name: 'c', image: 'i' }], nodeName: 'n', ...spec },
  })
  await cluster.patch('v1/Pod', { name: 'p' }, { status: { phase } }, { subresource: 'status' })
  const remove = async (options?: DeleteOptions) => {
    const { metadata: left } = (await cluster.delete('v1/Pod', { name: 'p' }, options)) as KubeObject // DELETE answers with the pod
    const there = (await cluster.list('v1/Pod')).items.length > 0
    return [left.deletionTimestamp, left.deletionGracePeriodSeconds, left.generation, there]
  }
  return { cluster, remove }
}

test.each([
  ['the default of its spec', {}, undefined, ['2024-01-01T00:00:30Z', 30, 2, true]],
  ['that of its spec', { terminationGracePeriodSeconds: 5 }, undefined, ['2024-01-01T00:00:05Z', 5, 2, true]],
  ['that of the request', {}, 60, ['2024-01-01T00:01:00Z', 60, 2, true]],
  ['zero by the request', {}, 0, [NOW, 0, 2, false]],
  ['zero by its spec', { terminationGracePeriodSeconds: 0 }, undefined, [NOW, 0, 2, false]],
  ['zero without a node', { nodeName: '' }, 60, [NOW, 0, 2, false]],
  ['zero after it has succeeded', { phase: 'Succeeded' }, 60, [NOW, 0, 2, false]],
  ['zero after it has failed', { phase: 'Failed' }, undefined, [NOW, 0, 2, false]],
  [
    'that of the request beside its finalizers',
    { metadata: { finalizers: ['a/b'] } },
    7,
    ['2024-01-01T00:00:07Z', 7, 2, true],
  ],
])('a deleted pod has a grace period: %s', async (_, given, gracePeriodSeconds, expected) => {
  const { remove } = await open(given)
  expect(await remove(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds })).toEqual(expected)
})

test('another deletion can only shorten the grace period', async () => {
  const { cluster, remove } = await open()
  await remove()
  const { resourceVersion } = (await cluster.get('v1/Pod', { name: 'p' })).metadata
  const pending = ['2024-01-01T00:00:30Z', 30, 2, true]
  expect([await remove(), await remove({ gracePeriodSeconds: 40 })]).toEqual([pending, pending])
  expect((await cluster.get('v1/Pod', { name: 'p' })).metadata.resourceVersion).toBe(resourceVersion)
  await cluster.clock.advance('10s')
  expect(await remove({ gracePeriodSeconds: 20 })).toEqual(['2024-01-01T00:00:20Z', 20, 2, true])
  // It would be over by now.
  expect(await remove({ gracePeriodSeconds: 3 })).toEqual(['2024-01-01T00:00:10Z', 1, 2, true])
  expect(await remove({ gracePeriodSeconds: 0 })).toEqual(['2024-01-01T00:00:10Z', 0, 2, false])
})

test('a dry run does not delete a pod', async () => {
  const { cluster, remove } = await open()
  expect(await remove({ dryRun: true })).toEqual(['2024-01-01T00:00:30Z', 30, 2, true])
  expect(await remove({ dryRun: true, gracePeriodSeconds: 0 })).toEqual([NOW, 0, 2, true])
  expect((await cluster.get('v1/Pod', { name: 'p' })).metadata).not.toHaveProperty('deletionTimestamp')
})

test('removing the last finalizer does not end the grace period', async () => {
  const { cluster, remove } = await open({ metadata: { finalizers: ['a/b'] } })
  await remove()
  await cluster.patch('v1/Pod', { name: 'p' }, { metadata: { finalizers: null } })
  expect((await cluster.get('v1/Pod', { name: 'p' })).metadata.deletionGracePeriodSeconds).toBe(30)
})

test('a pod deleted with grace period zero is removed with its last finalizer', async () => {
  const { cluster, remove } = await open({ metadata: { finalizers: ['a/b'] } })
  await remove()
  expect(await remove({ gracePeriodSeconds: 0 })).toEqual([NOW, 0, 2, true])
  await cluster.patch('v1/Pod', { name: 'p' }, { metadata: { finalizers: null } })
  expect((await cluster.list('v1/Pod')).items).toEqual([])
})

test.each([
  ['gracePeriodSeconds=-5', '', 1],
  ['gracePeriodSeconds=9', '', 9],
  ['', '{"gracePeriodSeconds":8}', 8],
  ['gracePeriodSeconds=0', '', 0],
  ['', '{"gracePeriodSeconds":0}', 0],
])('DELETE over HTTP with the query %j and the body %j', async (query, body, seconds) => {
  const { cluster } = await open()
  const headers = { 'content-type': 'application/json' }
  const path = `/api/v1/namespaces/default/pods/p?${query}`
  const reply = await cluster.fetch(path, { method: 'DELETE', ...(body ? { body, headers } : {}) })
  const { metadata } = (await reply.json()) as KubeObject // as above
  expect([reply.status, metadata.deletionGracePeriodSeconds]).toEqual([200, seconds])
  expect((await cluster.list('v1/Pod')).items).toHaveLength(seconds === 0 ? 0 : 1)
})

test('deletecollection gives each pod its own grace period', async () => {
  const { cluster } = await open()
  await cluster.create('v1/Pod', { metadata: { name: 'q' }, spec: { containers: [{ name: 'c', image: 'i' }] } })
  await cluster.fetch('/api/v1/namespaces/default/pods', { method: 'DELETE' })
  const { items } = await cluster.list('v1/Pod')
  expect(items.map(({ metadata: { name, deletionGracePeriodSeconds: left } }) => [name, left])).toEqual([['p', 30]])
})

test('an eviction sets the DisruptionTarget condition, and the grace period of its deleteOptions', async () => {
  const { cluster } = await open()
  const body = { apiVersion: 'policy/v1beta1', kind: 'Eviction', metadata: { name: 'p' } }
  const evict = async (deleteOptions: object) =>
    (
      await cluster.fetch('/api/v1/namespaces/default/pods/p/eviction', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, deleteOptions }),
      })
    ).status
  expect(await evict({ ignoreStoreReadErrorWithClusterBreakingPotential: true })).toBe(422)
  expect(await evict({ gracePeriodSeconds: 12 })).toBe(201)
  const { metadata, status } = await cluster.get<Pod>('v1/Pod', { name: 'p' })
  expect([metadata.deletionGracePeriodSeconds, status?.conditions]).toEqual([
    12,
    [
      {
        type: 'DisruptionTarget',
        status: 'True',
        lastProbeTime: null,
        lastTransitionTime: NOW,
        reason: 'EvictionByEvictionAPI',
        message: 'Eviction API: evicting',
      },
    ],
  ])
  // The server sets the condition, without an owner in managedFields.
  expect(JSON.stringify(metadata.managedFields)).not.toContain('DisruptionTarget')
  expect(await evict({ preconditions: { uid: 'other' } })).toBe(409)
  expect(await evict({ gracePeriodSeconds: 0 })).toBe(201)
  expect((await cluster.list('v1/Pod')).items).toEqual([])
})

test('gracePeriodSeconds 0 in the body deletes a pod on a node at once', async () => {
  const ask = openServer()
  const path = '/api/v1/namespaces/default/pods'
  await ask('POST', path, { metadata: { name: 'a' }, spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] } })
  const { body } = await ask('DELETE', `${path}/a`, { gracePeriodSeconds: 0 })
  expect(body['metadata']).toMatchObject({ deletionGracePeriodSeconds: 0, generation: 2 })
  expect((await ask('GET', `${path}/a`)).code).toBe(404)
})

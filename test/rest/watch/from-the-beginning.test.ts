import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { ClusterOptions } from '../../../src/cluster/options.js'
import type { Cluster } from '../../../src/cluster/types.js'

/** Returns what a watch is sent at once, as type and name of each event. */
async function eventsOf(cluster: Cluster, path: string): Promise<readonly string[]> {
  const reply = await cluster.fetch(`http://cluster.local${path}watch=1&timeoutSeconds=1`)
  const ended = reply.text()
  await cluster.clock.advance('1s')
  const text = await ended
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { type: string; object: { metadata?: { name?: string }; code?: number } })
    .map(({ type, object }) => `${type} ${object.metadata?.name ?? object.code}`)
}

const cluster = (kubernetesVersion: string, more: ClusterOptions = {}) =>
  createCluster({ seed: 1, kubernetesVersion, controllers: 'none', ...more })

const NAMESPACES = '/api/v1/namespaces?resourceVersion=1&'

test('since 1.34 a watch from before the start is sent what the cluster begins with, and all that came after', async () => {
  const begun = cluster('1.34')
  await begun.create('Namespace', { metadata: { name: 'shop', labels: { team: 'a' } } })
  await begun.patch('Namespace', { name: 'shop' }, { metadata: { labels: { team: 'b' } } })
  const events = await eventsOf(begun, NAMESPACES)
  expect(events.slice(0, -2).toSorted()).toEqual(
    ['default', 'kube-node-lease', 'kube-public', 'kube-system'].map((name) => `ADDED ${name}`),
  )
  expect(events.slice(-2)).toEqual(['ADDED shop', 'MODIFIED shop'])
  expect(await eventsOf(begun, `${NAMESPACES}labelSelector=team%3Da&`)).toEqual(['ADDED shop', 'DELETED shop'])
  const roles = await eventsOf(begun, '/apis/rbac.authorization.k8s.io/v1/clusterroles?resourceVersion=1&')
  expect(roles).toContain('ADDED cluster-admin')
  expect(await eventsOf(begun, '/apis/apps/v1/deployments?resourceVersion=1&')).toEqual([])
})

test('it expires before 1.34, in a fork, after a restore, and once changes were dropped', async () => {
  expect(await eventsOf(cluster('1.33'), NAMESPACES)).toEqual(['ERROR 410'])
  const begun = cluster('1.37')
  expect(await eventsOf(begun.fork(), NAMESPACES)).toEqual(['ERROR 410'])
  begun.restore(begun.snapshot())
  expect(await eventsOf(begun, NAMESPACES)).toEqual(['ERROR 410'])
  const short = cluster('1.37', { history: 2 })
  for (const name of ['a', 'b', 'c']) await short.create('Namespace', { metadata: { name } })
  expect(await eventsOf(short, NAMESPACES)).toEqual(['ERROR 410'])
})

test('custom resources are remembered from their definition on', async () => {
  const begun = cluster('1.37')
  await begun.create('CustomResourceDefinition', {
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  })
  expect(await eventsOf(begun, '/apis/example.com/v1/widgets?resourceVersion=1&')).toEqual(['ERROR 410'])
})

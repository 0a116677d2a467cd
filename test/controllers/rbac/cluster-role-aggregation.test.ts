import { beforeEach, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

const rule = (verb: string) => ({ verbs: [verb], apiGroups: ['shop.example.com'], resources: ['tills'] })
const labels = { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' }

let cluster: Cluster
beforeEach(() => {
  cluster = createCluster({ seed: 1 })
})

const rulesOf = async (name: string) => (await cluster.get('ClusterRole', { name })).rules

test('rules of a role with the label go to those that gather them, and on to those that gather these', async () => {
  const before = await rulesOf('view')
  await cluster.create('ClusterRole', { metadata: { name: 'tills', labels }, rules: [rule('get')] })
  for (const name of ['view', 'edit', 'admin']) expect(await rulesOf(name)).toContainEqual(rule('get'))
  await cluster.patch('ClusterRole', { name: 'tills' }, { rules: [rule('list')] })
  expect(await rulesOf('admin')).toContainEqual(rule('list'))
  expect(await rulesOf('admin')).not.toContainEqual(rule('get'))
  await cluster.delete('ClusterRole', { name: 'tills' })
  expect(await rulesOf('view')).toEqual(before)
})

test('a role of one’s own that gathers, whatever rules it was given', async () => {
  const aggregationRule = { clusterRoleSelectors: [{ matchExpressions: [{ key: 'till', operator: 'Exists' }] }] }
  await cluster.create('ClusterRole', { metadata: { name: 'all' }, aggregationRule, rules: [rule('own')] })
  expect(await rulesOf('all')).toEqual([rule('own')]) // nobody takes them from who stated them

  await cluster.create('ClusterRole', { metadata: { name: 'one', labels: { till: '' } }, rules: [rule('get')] })
  expect(await rulesOf('all')).toEqual([rule('get')])
  const { metadata } = await cluster.get('ClusterRole', { name: 'all' })
  expect(metadata.managedFields?.[0]).toMatchObject({
    manager: 'clusterrole-aggregation-controller',
    operation: 'Apply',
  })
})

test('roles that gather nothing are left as they are', async () => {
  const { metadata } = await cluster.create('ClusterRole', { metadata: { name: 'one' }, rules: [rule('get')] })
  await cluster.settled()
  expect((await cluster.get('ClusterRole', { name: 'one' })).metadata.resourceVersion).toBe(metadata.resourceVersion)
})

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

test('aggregates the rules of a labelled role into its aggregating roles, and on into theirs', async () => {
  const before = await rulesOf('view')
  await cluster.create('ClusterRole', { metadata: { name: 'tills', labels }, rules: [rule('get')] })
  for (const name of ['view', 'edit', 'admin']) expect(await rulesOf(name)).toContainEqual(rule('get'))
  await cluster.patch('ClusterRole', { name: 'tills' }, { rules: [rule('list')] })
  expect(await rulesOf('admin')).toContainEqual(rule('list'))
  expect(await rulesOf('admin')).not.toContainEqual(rule('get'))
  await cluster.delete('ClusterRole', { name: 'tills' })
  expect(await rulesOf('view')).toEqual(before)
})

test('a custom aggregating role keeps its rules until a role matches, which then replace them', async () => {
  const aggregationRule = { clusterRoleSelectors: [{ matchExpressions: [{ key: 'till', operator: 'Exists' }] }] }
  await cluster.create('ClusterRole', { metadata: { name: 'all' }, aggregationRule, rules: [rule('own')] })
  expect(await rulesOf('all')).toEqual([rule('own')]) // no role matches yet

  await cluster.create('ClusterRole', { metadata: { name: 'one', labels: { till: '' } }, rules: [rule('get')] })
  expect(await rulesOf('all')).toEqual([rule('get')])
  const { metadata } = await cluster.get('ClusterRole', { name: 'all' })
  expect(metadata.managedFields?.[0]).toMatchObject({
    manager: 'clusterrole-aggregation-controller',
    operation: 'Apply',
  })
})

test('does not write roles without an aggregation rule', async () => {
  const { metadata } = await cluster.create('ClusterRole', { metadata: { name: 'one' }, rules: [rule('get')] })
  await cluster.settled()
  expect((await cluster.get('ClusterRole', { name: 'one' })).metadata.resourceVersion).toBe(metadata.resourceVersion)
})

import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

const open = (fixtures: readonly string[] = []) =>
  createCluster({ seed: 1, controllers: ['resource-quotas'], fixtures, disableAdmissionPlugins: ['ServiceAccount'] })
const quota = (cluster: Cluster, hard: { readonly [resource: string]: string }, spec: object = {}) =>
  cluster.create('ResourceQuota', { metadata: { name: 'q' }, spec: { hard, ...spec } })
const statusOf = async (cluster: Cluster) => (await cluster.get('ResourceQuota', { name: 'q' })).status
const usedOf = async (cluster: Cluster) => (await statusOf(cluster))?.used

const pod = (cluster: Cluster, name: string, spec: object = {}, resources: object = { requests: { cpu: '500m' } }) =>
  cluster.create('v1/Pod', {
    metadata: { name },
    spec: { containers: [{ name: 'c', image: 'i', resources }], ...spec },
  })

test('sets the limits and the usage in the status of a new quota', async () => {
  const cluster = open()
  await pod(cluster, 'a')
  await quota(cluster, { pods: '2', 'requests.cpu': '1', 'requests.nvidia.com/gpu': '4', configmaps: '3' })
  expect(await statusOf(cluster)).toEqual({
    hard: { configmaps: '3', pods: '2', 'requests.cpu': '1', 'requests.nvidia.com/gpu': '4' },
    used: { configmaps: '0', pods: '1', 'requests.cpu': '500m', 'requests.nvidia.com/gpu': '0' },
  })
  const { managedFields = [] } = (await cluster.get('ResourceQuota', { name: 'q' })).metadata
  expect(managedFields.map(({ manager, subresource }) => [manager, subresource])).toContainEqual([
    'kube-controller-manager',
    'status',
  ])
})

test('follows changed limits, and drops resources that they no longer name', async () => {
  const cluster = open()
  await pod(cluster, 'a')
  await quota(cluster, { pods: '2', cpu: '1' })
  await cluster.edit('ResourceQuota', { name: 'q' }, ({ spec }) => {
    if (spec) spec.hard = { pods: '4', memory: '1Gi' }
  })
  expect(await statusOf(cluster)).toEqual({ hard: { memory: '1Gi', pods: '4' }, used: { memory: '0', pods: '1' } })
})

test('releases the usage of objects that are deleted, finish or need less', async () => {
  const cluster = open()
  await pod(cluster, 'a')
  await pod(cluster, 'b')
  await cluster.create('Service', { metadata: { name: 's' }, spec: { type: 'NodePort', ports: [{ port: 80 }] } })
  await quota(cluster, { pods: '5', 'count/pods': '5', 'services.nodeports': '2' })
  expect(await usedOf(cluster)).toEqual({ 'count/pods': '2', pods: '2', 'services.nodeports': '1' })

  await cluster.patch('v1/Pod', { name: 'a' }, { status: { phase: 'Succeeded' } }, { subresource: 'status' })
  await cluster.patch('Service', { name: 's' }, { spec: { type: 'ClusterIP' } })
  expect(await usedOf(cluster)).toEqual({ 'count/pods': '2', pods: '1', 'services.nodeports': '0' })

  await cluster.delete('v1/Pod', { name: 'a' })
  await cluster.delete('v1/Pod', { name: 'b' })
  expect(await usedOf(cluster)).toEqual({ 'count/pods': '0', pods: '0', 'services.nodeports': '0' })
})

test('counts objects of any resource, and custom resources once they are served', async () => {
  const cluster = open()
  await cluster.create('Lease', { metadata: { name: 'l' } })
  const hard = {
    'count/leases.coordination.k8s.io': '1',
    'count/backups.example.com': '1',
    'count/events': '1',
    'count/namespaces': '1',
  }
  await quota(cluster, hard)
  expect(await usedOf(cluster)).toEqual({ 'count/leases.coordination.k8s.io': '1' })

  await cluster.create('CustomResourceDefinition', {
    metadata: { name: 'backups.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Backup', plural: 'backups' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  })
  await cluster.create('Backup', { metadata: { name: 'b' } })
  await cluster.delete('Lease', { name: 'l' })
  expect(await usedOf(cluster)).toEqual({ 'count/backups.example.com': '1', 'count/leases.coordination.k8s.io': '0' })
})

test('counts only pods in its scopes', async () => {
  const cluster = open()
  await pod(cluster, 'lasts')
  await pod(cluster, 'ends', { activeDeadlineSeconds: 60 })
  await quota(cluster, { pods: '5' }, { scopes: ['Terminating'] })
  expect(await usedOf(cluster)).toEqual({ pods: '1' })
  await cluster.delete('v1/Pod', { name: 'lasts' })
  expect(await usedOf(cluster)).toEqual({ pods: '1' })
  await cluster.delete('v1/Pod', { name: 'ends' })
  expect(await usedOf(cluster)).toEqual({ pods: '0' })
})

test('keeps the usage that a fixture states; once recalculated, the quota counts loaded fixtures', async () => {
  const stated = `
apiVersion: v1
kind: ResourceQuota
metadata: { name: q, namespace: default }
spec: { hard: { configmaps: '5' } }
status: { hard: { configmaps: '5' }, used: { configmaps: '4' } }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: a, namespace: default }
`
  const cluster = open([stated])
  expect(await usedOf(cluster)).toEqual({ configmaps: '4' })
  await cluster.delete('ConfigMap', { name: 'a' })
  expect(await usedOf(cluster)).toEqual({ configmaps: '0' })
  await cluster.load('{ apiVersion: v1, kind: ConfigMap, metadata: { name: b, namespace: default } }')
  expect(await usedOf(cluster)).toEqual({ configmaps: '1' })
})

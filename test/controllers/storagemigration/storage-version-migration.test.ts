import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

const open = () => createCluster({ seed: 1, kubernetesVersion: '1.37', controllers: ['storage-version-migration'] })
const migrate = (cluster: Cluster, name: string, group: string, resource: string) =>
  cluster.create('StorageVersionMigration', { metadata: { name }, spec: { resource: { group, resource } } })

/** Returns the conditions of a migration, each with its status, reason and message. */
async function told(cluster: Cluster, name: string): Promise<readonly unknown[]> {
  const { status } = await cluster.get('StorageVersionMigration', { name })
  return (status?.conditions ?? []).map(({ type, status: is, reason, message }) => [type, is, reason, message])
}

const COMPLETED = 'Migration completed'
const SUCCEEDED = [
  ['Running', 'False', 'MigrationCompleted', COMPLETED],
  ['Succeeded', 'True', 'StorageVersionMigrationSucceeded', COMPLETED],
]

test('a migration of a built-in resource changes nothing, and tells where it began', async () => {
  const cluster = open()
  const { metadata } = await cluster.create('ConfigMap', { metadata: { name: 'a' } })
  await migrate(cluster, 'a', '', 'configmaps')
  expect(await told(cluster, 'a')).toEqual(SUCCEEDED)
  const { status } = await cluster.get('StorageVersionMigration', { name: 'a' })
  expect(Number(status?.resourceVersion)).toBeGreaterThan(Number(metadata.resourceVersion))
  const after = await cluster.get('ConfigMap', { name: 'a' })
  expect(after.metadata.resourceVersion).toBe(metadata.resourceVersion)
})

const versions = (stored: string) =>
  ['v1', 'v2'].map((name) => ({
    name,
    served: true,
    storage: name === stored,
    schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  }))
const DEFINITION = { name: 'widgets.example.com' }

test('after a migration of custom resources their definition names one stored version', async () => {
  const cluster = open()
  await cluster.create('CustomResourceDefinition', {
    metadata: DEFINITION,
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { kind: 'Widget', plural: 'widgets' },
      versions: versions('v1'),
    },
  })
  const widget = await cluster.create('Widget', { metadata: { name: 'a' } })
  await cluster.patch('CustomResourceDefinition', DEFINITION, { spec: { versions: versions('v2') } })
  const before = await cluster.get('CustomResourceDefinition', DEFINITION)
  expect(before.status?.storedVersions).toEqual(['v1', 'v2'])
  await migrate(cluster, 'a', 'example.com', 'widgets')
  expect(await told(cluster, 'a')).toEqual(SUCCEEDED)
  const { status } = await cluster.get('CustomResourceDefinition', DEFINITION)
  expect(status?.storedVersions).toEqual(['v2'])
  expect(status?.conditions).toContainEqual(
    expect.objectContaining({
      type: 'StorageMigrating',
      status: 'False',
      reason: 'MigrationSucceeded',
      message: 'The migration has succeeded and the stored versions have been updated',
    }),
  )
  // It was written again.
  const after = await cluster.get('Widget', { name: 'a' })
  expect(after.metadata.resourceVersion).not.toBe(widget.metadata.resourceVersion)
})

test('a migration of what is not there fails after a minute, and the next one takes its turn', async () => {
  const cluster = open()
  await migrate(cluster, 'b', 'example.com', 'gadgets')
  await migrate(cluster, 'a', 'example.com', 'gadgets')
  expect(await told(cluster, 'b')).toEqual([['Running', 'True', 'MigrationRunning', 'The migration is running']])
  expect(await told(cluster, 'a')).toEqual([])
  await cluster.clock.advance('1m')
  const missing = 'resource does not exist in discovery'
  expect(await told(cluster, 'b')).toEqual([
    ['Running', 'False', 'MigrationCompleted', COMPLETED],
    ['Failed', 'True', 'StorageVersionMigrationFailed', missing],
  ])
  expect(await told(cluster, 'a')).toHaveLength(2)
})

test('what cannot be updated is not migrated', async () => {
  const cluster = open()
  await migrate(cluster, 'a', '', 'componentstatuses')
  expect((await told(cluster, 'a')).at(-1)).toEqual([
    'Failed',
    'True',
    'StorageVersionMigrationFailed',
    'resource "/v1, Resource=componentstatuses" does not support discovery operations: [update patch list]',
  ])
})

import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { replicationController } from '../../../src/kinds/core/replication-controller.js'
import { openServer, wordsOf } from '../asking.js'
import { causes, cells } from '../causes.js'
import { template } from '../templates.js'

const good = { selector: { app: 'web' }, template: template() }

test.each([
  [{ selector: { app: 'web' } }, ['spec.template: Required value']],
  [{ template: template({}, { labels: null }) }, ['spec.selector: Required value']],
  [
    { ...good, selector: { app: 'other' } },
    [
      'spec.template.metadata.labels: Invalid value: map[string]string{"app":"web"}: `selector` does not match template `labels`',
    ],
  ],
  [
    { ...good, template: template({ activeDeadlineSeconds: 1 }) },
    [
      'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicationController is not Supported',
    ],
  ],
])('rejects a ReplicationController with the spec %j', (spec, expected) => {
  expect(causes(replicationController, { spec })).toEqual(expected)
})

test('labels and selector default to the labels of the template, and deletion orphans the pods', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const made = await cluster.create('ReplicationController', {
    metadata: { name: 'a' },
    spec: { template: template() },
  })
  expect([made.metadata.labels, made.spec?.selector, made.spec?.replicas]).toEqual([{ app: 'web' }, { app: 'web' }, 1])
  const scale = await cluster.fetch('/api/v1/namespaces/default/replicationcontrollers/a/scale')
  expect(await scale.json()).toMatchObject({ status: { selector: 'app=web' } })

  const path = '/api/v1/namespaces/default/replicationcontrollers/a'
  await cluster.fetch(path, { method: 'DELETE' })
  const { metadata } = await cluster.get('ReplicationController', { name: 'a' })
  expect([metadata.finalizers, metadata.deletionGracePeriodSeconds]).toEqual([['orphan'], 0])
})

test('can be selected by status.replicas', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  for (const name of ['a', 'b']) await cluster.create('ReplicationController', { metadata: { name }, spec: good })
  const ref = { name: 'b' }
  await cluster.patch('ReplicationController', ref, { status: { replicas: 2 } }, { subresource: 'status' })
  for (const [selector, wanted] of [
    ['status.replicas=0', ['a']],
    ['status.replicas=2', ['b']],
    ['status.replicas=1', []],
  ] as const) {
    const { items } = await cluster.list('ReplicationController', { fieldSelector: selector })
    expect(items.map(({ metadata }) => metadata.name)).toEqual(wanted)
  }
})

test('prints its table row', () => {
  const status = { replicas: 2, readyReplicas: 1 }
  expect(cells(replicationController, { metadata: { name: 'a' }, spec: good, status })).toEqual([
    'a',
    1,
    2,
    1,
    '<unknown>',
    'web',
    'example.io/web:1',
    'app=web',
  ])
})

test('does not write a default of zero', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const { spec } = await cluster.create('ReplicationController', { metadata: { name: 'web' }, spec: good })
  expect(spec).not.toHaveProperty('minReadySeconds')
})

test('since v1.35 a tag tells what is wrong with a name, and nothing with its beginning', async () => {
  const told = async (kubernetesVersion: '1.34' | '1.35', metadata: object) => {
    const spec = { template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } } }
    const path = '/api/v1/namespaces/default/replicationcontrollers'
    return String(wordsOf(await openServer({ kubernetesVersion })('POST', path, { metadata, spec })))
  }
  const long = { name: 'n'.repeat(254) }
  expect(await told('1.34', long)).toContain('must be no more than 253 characters')
  expect(await told('1.35', long)).toContain('must be no more than 253 bytes')
  expect(await told('1.34', { generateName: 'Bad_' })).toContain('metadata.generateName: ')
  expect(await told('1.35', { generateName: 'Bad_' })).not.toContain('metadata.generateName: ')
})

test('labels that an update of the status leaves out are those of the template again', async () => {
  const ask = openServer()
  const path = '/api/v1/namespaces/default/replicationcontrollers'
  await ask('POST', path, { metadata: { name: 'a', labels: { own: 'x' } }, spec: { template: template() } })
  const { body } = await ask('PUT', `${path}/a/status`, { metadata: { name: 'a' }, status: { replicas: 1 } })
  expect(body['metadata']).toMatchObject({ labels: { app: 'web' } })
  expect(Object.keys(body['metadata'] as object).slice(-2)).toEqual(['labels', 'managedFields'])
})

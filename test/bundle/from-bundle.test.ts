import { describe, expect, test } from 'vitest'
import type { Bundle } from '../../src/bundle/types.js'
import { fromBundle } from '../../src/cluster/bundles.js'
import { type Cluster, createCluster, defineController } from '../../src/index.js'

const lease = (name: string, holderIdentity = 'me') => ({ metadata: { name }, spec: { holderIdentity } })
const deployment = {
  metadata: { name: 'web' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'web:1' }] } },
  },
}
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}

const written = (bundle: Bundle): Bundle => JSON.parse(JSON.stringify(bundle)) as Bundle

/** A cluster in which much has happened, and what it tells. */
async function lively(): Promise<{ readonly cluster: Cluster; readonly bundle: Bundle }> {
  const cluster = createCluster({ seed: 1, nodes: 2, crds: [definition] })
  await cluster.create('Deployment', deployment)
  await cluster.create('Lease', lease('a'))
  await cluster.create('Thing', { metadata: { name: 't' }, color: 'red' })
  await cluster.clock.advance('1m')
  await cluster.patch('Deployment', { name: 'web' }, { spec: { replicas: 1 } })
  await cluster.delete('Lease', { name: 'a' })
  await cluster.clock.advance('1m')
  return { cluster, bundle: written(await cluster.bundle()) }
}

test('every revision is what it was', async () => {
  const { cluster, bundle } = await lively()
  const again = await fromBundle(bundle)
  expect(again.history).toMatchObject({ from: bundle.from, to: bundle.to })
  for (const revision of [bundle.from, ...bundle.changes.map((change) => change.revision)])
    expect(again.diff(again.at(revision), cluster.at(revision))).toEqual([])
  expect(bundle.changes.length).toBeGreaterThan(30)
})

test('a revision that is named is the last', async () => {
  const { cluster, bundle } = await lively()
  const { revision } = bundle.changes.find(({ kind, type }) => kind === 'Lease' && type === 'added') ?? { revision: 0 }
  const again = await fromBundle(bundle, { at: revision, controllers: 'none' })
  expect(again.history.to).toBe(revision)
  expect(cluster.diff(again, cluster.at(revision))).toEqual([])
  expect((await again.get('Lease', { name: 'a' })).spec).toEqual({ holderIdentity: 'me' })
})

test('it is a cluster like any other: requests, custom resources, controllers, time', async () => {
  const { bundle } = await lively()
  const again = await fromBundle(bundle)
  expect(again.clock.now()).toBe(bundle.made)
  await again.patch('Thing', { name: 't' }, { color: 'blue' })
  const listed = await again.fetch('/apis/example.com/v1/things')
  expect(await listed.json()).toMatchObject({ items: [{ color: 'blue' }] })
  await again.patch('Deployment', { name: 'web' }, { spec: { replicas: 3 } })
  await again.clock.advance('1m')
  expect(await again.get('Deployment', { name: 'web' })).toMatchObject({ status: { readyReplicas: 3 } })
  const uids = (await again.list('Pod')).items.map(({ metadata }) => metadata.uid)
  expect(new Set(uids).size).toBe(3)
})

test('what goes on from its end goes on as in the cluster itself', async () => {
  const cluster = createCluster({ seed: 7, controllers: 'none' })
  await cluster.create('Lease', lease('a'))
  const again = await fromBundle(written(await cluster.bundle()))
  expect(again.controllers.names()).toEqual([])
  const [one, other] = await Promise.all([cluster, again].map((each) => each.create('Lease', lease('b'))))
  expect(other).toEqual(one)
})

test('forks and watches go on from it', async () => {
  const { bundle } = await lively()
  const again = await fromBundle(bundle)
  const watch = again.watch('Lease', { resourceVersion: String(bundle.from) })
  expect(await watch.next()).toMatchObject({ value: { type: 'ADDED', object: { metadata: { name: 'a' } } } })
  again.close()
  const fork = again.fork()
  await fork.create('Lease', lease('b'))
  expect((await again.list('Lease', { namespace: 'default' })).items).toEqual([])
})

describe('refused', () => {
  test.each([
    ['no Bundle', { some: 'thing' }, /is no Bundle/],
    [
      'of another format',
      { format: 2, versions: { fakecluster: '3.1.0' } },
      /format 2, which fakecluster 3\.1\.0 wrote/,
    ],
    ['not whole', { format: 1, versions: {}, kinds: [], start: [] }, /it has no changes, no requests/],
  ])('%s', async (_, value, message) => {
    await expect(fromBundle(value as unknown as Bundle)).rejects.toThrow(message)
  })

  test('a revision there is not', async () => {
    const { bundle } = await lively()
    await expect(fromBundle(bundle, { at: bundle.to + 1 })).rejects.toThrow(
      `holds the revisions ${bundle.from} to ${bundle.to}, not ${bundle.to + 1}`,
    )
  })

  test('a cluster with code of its own, until that is given', async () => {
    const cluster = createCluster({ seed: 1, kinds: [] })
    const bundle = written(await cluster.bundle())
    await expect(fromBundle(bundle)).rejects.toThrow('was made with kinds of its own')
    expect((await fromBundle(bundle, { kinds: [] })).history.to).toBe(bundle.to)
  })

  test('an option that there is not', async () => {
    const { bundle } = await lively()
    await expect(fromBundle(bundle, { revision: 1 } as object)).rejects.toThrow(/fromBundle: .*revision/)
  })
})

test('controllers of a program are told of, and are not at work', async () => {
  const own = defineController({ name: 'mine', watches: { Lease: 'own' }, reconcile: () => undefined })
  const cluster = createCluster({ seed: 1, controllers: ['default', own] })
  const bundle = written(await cluster.bundle())
  expect(bundle.engine?.controllers.own).toEqual(['mine'])
  expect((await fromBundle(bundle)).controllers.names()).not.toContain('mine')
})

test('what is not as it is written is no Bundle', async () => {
  const { bundle } = await lively()
  const DAMAGED = 'The Bundle is damaged: what it holds is not as bundle() writes it. Write it again.'
  const [first] = bundle.start
  const damaged: readonly (readonly [object, string])[] = [
    [{ to: '-1h' }, 'What fromBundle was given is no whole Bundle: it has no to.'],
    [{ from: 9, to: 3 }, 'What fromBundle was given is no whole Bundle: it goes from the revision 9 to 3.'],
    [{ profile: {} }, 'What fromBundle was given is no whole Bundle: it has no profile.'],
    [{ seed: 'a' }, 'What fromBundle was given is no whole Bundle: it has no seed.'],
    [{ engine: '' }, 'What fromBundle was given is no whole Bundle: it has no engine.'],
    [{ engine: { code: [] } }, 'What fromBundle was given is no whole Bundle: it has no engine.'],
    [{ start: [undefined] }, DAMAGED],
    [{ start: [{ ...first, object: null }] }, DAMAGED],
    [{ changes: [null] }, DAMAGED],
    [{ engine: { ...bundle.engine, env: undefined } }, DAMAGED],
  ]
  for (const [member, message] of damaged)
    // A file may hold anything.
    await expect(fromBundle({ ...bundle, ...member } as Bundle)).rejects.toMatchObject({ name: 'BundleError', message })
})

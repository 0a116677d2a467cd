import { describe, expect, test } from 'vitest'
import type { Bundle } from '../../../src/cluster/bundle/types.js'
import { fromBundle } from '../../../src/cluster/bundles.js'
import { type Cluster, createCluster, defineController } from '../../../src/index.js'

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

/** Makes a cluster with a varied history, and its Bundle. */
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

test('every revision equals that of the original cluster', async () => {
  const { cluster, bundle } = await lively()
  const again = await fromBundle(bundle)
  expect(again.history).toMatchObject({ from: bundle.from, to: bundle.to })
  for (const revision of [bundle.from, ...bundle.changes.map((change) => change.revision)])
    expect(again.diff(again.at(revision), cluster.at(revision))).toEqual([])
  expect(bundle.changes.length).toBeGreaterThan(30)
})

test('with at, the history ends at that revision', async () => {
  const { cluster, bundle } = await lively()
  const { revision } = bundle.changes.find(({ kind, type }) => kind === 'Lease' && type === 'added') ?? { revision: 0 }
  const again = await fromBundle(bundle, { at: revision, controllers: 'none' })
  expect(again.history.to).toBe(revision)
  expect(cluster.diff(again, cluster.at(revision))).toEqual([])
  expect((await again.get('Lease', { name: 'a' })).spec).toEqual({ holderIdentity: 'me' })
})

test('the cluster works: requests, custom resources, controllers, clock', async () => {
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

test('it continues exactly as the original cluster does', async () => {
  const cluster = createCluster({ seed: 7, controllers: 'none' })
  await cluster.create('Lease', lease('a'))
  const again = await fromBundle(written(await cluster.bundle()))
  expect(again.controllers.names()).toEqual([])
  const [one, other] = await Promise.all([cluster, again].map((each) => each.create('Lease', lease('b'))))
  expect(other).toEqual(one)
})

test('it can be watched from an old revision, and forked', async () => {
  const { bundle } = await lively()
  const again = await fromBundle(bundle)
  const watch = again.watch('Lease', { resourceVersion: String(bundle.from) })
  expect(await watch.next()).toMatchObject({ value: { type: 'ADDED', object: { metadata: { name: 'a' } } } })
  again.close()
  const fork = again.fork()
  await fork.create('Lease', lease('b'))
  expect((await again.list('Lease', { namespace: 'default' })).items).toEqual([])
})

describe('fromBundle refuses', () => {
  test.each([
    ['what is not a Bundle', { some: 'thing' }, /is not a Bundle/],
    [
      'an unknown format version',
      { format: 2, versions: { fakecluster: '3.1.0' } },
      /format 2, which fakecluster 3\.1\.0 wrote/,
    ],
    ['an incomplete Bundle', { format: 1, versions: {}, kinds: [], start: [] }, /it lacks changes, requests/],
  ])('%s', async (_, value, message) => {
    await expect(fromBundle(value as unknown as Bundle)).rejects.toThrow(message)
  })

  test('a revision that the Bundle does not hold', async () => {
    const { bundle } = await lively()
    await expect(fromBundle(bundle, { at: bundle.to + 1 })).rejects.toThrow(
      `holds the revisions ${bundle.from} to ${bundle.to}, not ${bundle.to + 1}`,
    )
  })

  test('a Bundle of a cluster with custom kinds, unless these are given', async () => {
    const cluster = createCluster({ seed: 1, kinds: [] })
    const bundle = written(await cluster.bundle())
    await expect(fromBundle(bundle)).rejects.toThrow('was made with kinds of its own')
    expect((await fromBundle(bundle, { kinds: [] })).history.to).toBe(bundle.to)
  })

  test('an unknown option', async () => {
    const { bundle } = await lively()
    await expect(fromBundle(bundle, { revision: 1 } as object)).rejects.toThrow(/fromBundle: .*revision/)
  })
})

test('custom controllers are named in the Bundle, and do not run', async () => {
  const own = defineController({ name: 'mine', watches: { Lease: 'own' }, reconcile: () => undefined })
  const cluster = createCluster({ seed: 1, controllers: ['default', own] })
  const bundle = written(await cluster.bundle())
  expect(bundle.engine?.controllers.own).toEqual(['mine'])
  expect((await fromBundle(bundle)).controllers.names()).not.toContain('mine')
})

test('damaged parts throw a BundleError that names them', async () => {
  const { bundle } = await lively()
  const DAMAGED = 'The Bundle is damaged: it is not as bundle() writes it. Write it again.'
  const [first] = bundle.start
  const damaged: readonly (readonly [object, string])[] = [
    [{ to: '-1h' }, 'What fromBundle was given is not a complete Bundle: it lacks to.'],
    [{ from: 9, to: 3 }, 'What fromBundle was given is not a complete Bundle: it covers the revisions 9 to 3.'],
    [{ profile: {} }, 'What fromBundle was given is not a complete Bundle: it lacks profile.'],
    [{ seed: 'a' }, 'What fromBundle was given is not a complete Bundle: it lacks seed.'],
    [{ engine: '' }, 'What fromBundle was given is not a complete Bundle: it lacks engine.'],
    [{ engine: { code: [] } }, 'What fromBundle was given is not a complete Bundle: it lacks engine.'],
    [{ start: [undefined] }, DAMAGED],
    [{ start: [{ ...first, object: null }] }, DAMAGED],
    [{ changes: [null] }, DAMAGED],
    [{ engine: { ...bundle.engine, env: undefined } }, DAMAGED],
  ]
  for (const [member, message] of damaged)
    // A file may contain anything.
    await expect(fromBundle({ ...bundle, ...member } as Bundle)).rejects.toMatchObject({ name: 'BundleError', message })
})

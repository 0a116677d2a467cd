import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packedBundle } from '../../../src/cluster/bundle/packed.js'
import { readBundle } from '../../../src/cluster/bundle/read.js'
import type { Bundle } from '../../../src/cluster/bundle/types.js'
import { fromBundle, replay } from '../../../src/cluster/bundles.js'
import { createCluster } from '../../../src/index.js'
import { encodeJson } from '../../../src/base/json/json.js'
import { unpacked } from '../../../src/model/patch/alike.js'
import { jsonValue, written } from '../../model/patch/json-value.js'

const COUNTERS = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'counters.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'counters', kind: 'Counter' },
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

const sample = async (): Promise<Bundle> => {
  const cluster = createCluster({ seed: 1, nodes: 2 })
  const labels = { app: 'web' }
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'web:1' }] } }
  const spec = { replicas: 3, selector: { matchLabels: labels }, template }
  await cluster.create('Deployment', { metadata: { name: 'web' }, spec })
  for (let i = 0; i < 5; i++) {
    await cluster.clock.advance('10s')
    await cluster.patch('Deployment', { name: 'web' }, { spec: { replicas: i % 3 } })
    await cluster.create('ConfigMap', { metadata: { name: 'one' }, data: { 10: 'a', 9: 'b' } })
    await cluster.delete('ConfigMap', { name: 'one' })
  }
  const bundle = await cluster.bundle()
  cluster.close()
  return bundle
}

describe('a packed Bundle', () => {
  test('reads back unchanged, and takes less than half the size', async () => {
    const bundle = await sample()
    const text = JSON.stringify(packedBundle(bundle))
    expect(text.length).toBeLessThan(JSON.stringify(bundle).length / 2)
    const again = await readBundle(text, 'it')
    for (const part of ['start', 'changes', 'requests'] as const)
      expect(JSON.stringify(again[part])).toBe(JSON.stringify(bundle[part]))
    expect(again).toEqual(written(bundle))
  })

  test('reads back unchanged for any lists', () => {
    const change = fc.record({
      type: fc.constantFrom('added', 'changed', 'removed'),
      kind: fc.constantFrom('A', 'B'),
      name: fc.constantFrom('a', 'b', 'c'),
      object: fc.option(jsonValue, { nil: undefined }),
      revision: fc.nat(),
    })
    const request = fc.record({
      method: fc.constantFrom('GET', 'PUT'),
      kind: fc.constantFrom('A', 'B'),
      body: jsonValue,
    })
    fc.assert(
      fc.property(fc.array(change), fc.array(request), (changes, requests) => {
        const bundle = written({ format: 1, start: [], changes, requests, told: [] }) as unknown as Bundle // the fields that matter here
        const again = unpacked(written(packedBundle(bundle)))
        expect(JSON.stringify(again)).toBe(JSON.stringify(bundle))
      }),
    )
  })

  test.each<readonly [string, (packed: ReturnType<typeof packedBundle>['packed']) => object, RegExp]>([
    ['refers to a missing item', (packed) => ({ ...packed, changes: [[1, {}]] }), /The data of it is damaged/],
    ['refers to a negative index', (packed) => ({ ...packed, changes: [[-1, {}]] }), /The data of it is damaged/],
    ['is not a delta', (packed) => ({ ...packed, requests: ['a'] }), /The data of it is damaged/],
    [
      'does not fit what it refers to',
      (packed) => ({ ...packed, start: [[0, { a: [1] }]] }),
      /The data of it is damaged/,
    ],
    ['is not a list', (packed) => ({ ...packed, start: {} }), /it lacks start/],
  ])('of which an entry %s is refused as damaged', async (_, change, message) => {
    const { packed, ...rest } = packedBundle(await sample())
    const reading = readBundle(JSON.stringify({ ...rest, packed: change(packed) }), 'it')
    await expect(reading).rejects.toThrow(message)
    await expect(reading).rejects.toMatchObject({ name: 'BundleError' })
  })

  test('of an unknown format version is refused with that version', async () => {
    const text = JSON.stringify({ format: 9, versions: { fakecluster: '9.9.9' }, packed: 'otherwise' })
    await expect(readBundle(text, 'it')).rejects.toThrow('it is a Bundle of format 9, which fakecluster 9.9.9 wrote')
  })

  test('whose version is no text is refused as one of another release', async () => {
    const text = '{"format": 9, "versions": {"fakecluster": {"toString": ""}}}'
    await expect(readBundle(text, 'it')).rejects.toThrow('it is a Bundle of format 9, which another fakecluster wrote')
  })
})

test('integers that JavaScript would round stay exact in a file, in objects, request bodies and hooks', async () => {
  const cluster = createCluster({ seed: 1, crds: [COUNTERS] })
  const body =
    '{"apiVersion":"example.com/v1","kind":"Counter","metadata":{"name":"a"},"spec":{"count":9007199254740993}}'
  const path = '/apis/example.com/v1/namespaces/default/counters'
  const headers = { 'Content-Type': 'application/json' }
  const reply = await cluster.fetch(`http://cluster.local${path}`, { method: 'POST', headers, body })
  expect(reply.status).toBe(201)
  cluster.hooks.before({ verb: 'patch', kind: 'Counter' }, { rival: { patch: { spec: { count: 9007199254740995n } } } })
  const bundle = await readBundle(encodeJson(packedBundle(await cluster.bundle())), 'it')
  expect(bundle.hooks[0]?.then).toEqual({ rival: { patch: { spec: { count: 9007199254740995n } } } })
  // It came before the definition was there, and has waited for it.
  const sent = bundle.requests.find((request) => request.path === path)
  expect(sent?.body).toMatchObject({ spec: { count: 9007199254740993n } })
  const again = await fromBundle(bundle)
  const text = await (await again.fetch(`http://cluster.local${path}/a`)).text()
  expect(text).toContain('"count":9007199254740993')
  expect(await replay(bundle)).toMatchObject({ identical: true })
})

import { beforeEach, describe, expect, test, vi } from 'vitest'
import type * as clusterModule from '../../src/cluster/cluster.js'
import type { Cluster } from '../../src/cluster/types.js'
import type { createCluster as makeCluster } from '../../src/cluster/cluster.js'
import type { Controller, Reconcile } from '../../src/controllers/runtime/types.js'
import { definitionOf, versionOf } from '../suites/definition.js'

// Each test runs as if it were the first of a process: the CEL library is not loaded yet.
let createCluster: typeof makeCluster
beforeEach(async () => {
  vi.resetModules()
  createCluster = ((await import('../../src/cluster/cluster.js')) as typeof clusterModule).createCluster
})

const definitionWith = (rule: string) =>
  definitionOf('widgets.shop.io', 'Widget', [
    versionOf({
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: { size: { type: 'integer' } },
          'x-kubernetes-validations': [{ rule, message: 'too large' }],
        },
      },
    }),
  ])
const ruled = definitionWith('self.size < 10')
const unreadable = definitionWith('self.nothing < 10')
const widget = (name: string, size: number) => ({
  apiVersion: 'shop.io/v1',
  kind: 'Widget',
  metadata: { name },
  spec: { size },
})
const NAMES = ['small', 'large']
const widgets = [widget('small', 1), widget('large', 100)]

/** Reads what is stored, without a request, which could wait for something. */
const stored = (cluster: Cluster) => {
  const { tables } = cluster.snapshot().state
  return {
    definitions: tables.get('apiextensions.k8s.io/customresourcedefinitions')?.size ?? 0,
    widgets: NAMES.filter((name) => tables.get('shop.io/widgets')?.has(`default/${name}`)),
  }
}
const CHECKED = { definitions: 1, widgets: ['small'] }

/** Makes a controller that creates the objects once there is a Namespace `go`, and continues after a refusal. */
function creator(objects: readonly object[], refused: string[]): Controller & { readonly reconcile: Reconcile } {
  return {
    name: 'creator',
    watches: { Namespace: 'own' },
    reconcile({ name }, world) {
      if (name !== 'go') return
      for (const object of objects as readonly (typeof ruled)[]) {
        try {
          world.create(`${object.apiVersion}/${object.kind}`, object as never) // any kind
        } catch (error) {
          refused.push((error as Error).message)
        }
      }
    },
  }
}
const TOO_LARGE = expect.stringContaining('too large') as string
const go = (cluster: Cluster) => cluster.create('Namespace', { metadata: { name: 'go' } })

describe('validation rules are loaded before objects are stored', () => {
  test('by a controller', async () => {
    const refused: string[] = []
    const cluster = createCluster({ seed: 1, controllers: [creator([ruled, ...widgets], refused)] })
    await go(cluster)
    expect({ ...stored(cluster), refused }).toEqual({ ...CHECKED, refused: [TOO_LARGE] })
  })
  test('by a controller added later, which handles existing objects', async () => {
    const refused: string[] = []
    const cluster = createCluster({ seed: 1 })
    await go(cluster)
    cluster.controllers.add(creator([ruled, ...widgets], refused))
    await cluster.settled()
    expect({ ...stored(cluster), refused }).toEqual({ ...CHECKED, refused: [TOO_LARGE] })
  })
  test('by a controller in a fork made before its first run', async () => {
    const refused: string[] = []
    const cluster = createCluster({ seed: 1 })
    await go(cluster)
    cluster.controllers.add(creator([ruled, ...widgets], refused))
    const fork = cluster.fork()
    await fork.settled()
    expect({ ...stored(fork), refused: refused.slice(0, 1) }).toEqual({ ...CHECKED, refused: [TOO_LARGE] })
  })
  test('by an asynchronous controller', async () => {
    const refused: string[] = []
    const { reconcile, ...rest } = creator([ruled, ...widgets], refused)
    const cluster = createCluster({
      seed: 1,
      controllers: [{ ...rest, reconcile: async (key, world) => void (await reconcile(key, world)) }],
    })
    await go(cluster)
    await cluster.settled()
    expect({ ...stored(cluster), refused }).toEqual({ ...CHECKED, refused: [TOO_LARGE] })
  })
  test('by a controller requeued on the virtual clock', async () => {
    const refused: string[] = []
    const { reconcile, ...rest } = creator([ruled, ...widgets], refused)
    const cluster = createCluster({ seed: 1 })
    await go(cluster)
    let slept = false
    cluster.controllers.add({
      ...rest,
      reconcile: (key, world) => (slept ? reconcile(key, world) : ((slept = true), { after: '1s' })),
    })
    await cluster.clock.advance('2s')
    expect({ ...stored(cluster), refused }).toEqual({ ...CHECKED, refused: [TOO_LARGE] })
  })
  test('by a reaction', async () => {
    const cluster = createCluster({ seed: 1 })
    cluster.controllers.react({
      when: { kind: 'Namespace', name: 'go' },
      then: [{ create: ruled }, { create: widgets[0]! }],
    })
    cluster.controllers.react({ when: { kind: 'Namespace', name: 'go' }, then: [{ create: widgets[1]! }] })
    await go(cluster)
    expect(stored(cluster)).toEqual(CHECKED)
  })
  test('by a reaction that creates a definition with an invalid rule', async () => {
    const cluster = createCluster({ seed: 1 })
    cluster.controllers.react({ when: { kind: 'Namespace', name: 'go' }, then: [{ create: unreadable }] })
    await go(cluster)
    expect(stored(cluster).definitions).toBe(0)
  })
  test('by a request in process', async () => {
    const cluster = createCluster({ seed: 1 })
    await cluster.create('CustomResourceDefinition', ruled as never)
    await cluster.create('Widget', widgets[0] as never)
    await expect(cluster.create('Widget', widgets[1] as never)).rejects.toThrow('too large')
    expect(stored(cluster)).toEqual(CHECKED)
  })
  test('by a JSON Patch that has x-kubernetes-validations only in its path', async () => {
    const cluster = createCluster({ seed: 1 })
    const path = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/x-kubernetes-validations'
    const plain = structuredClone(ruled) as {
      spec: { versions: { schema: { openAPIV3Schema: { properties: { spec: object } } } }[] }
    }
    plain.spec.versions[0]!.schema.openAPIV3Schema.properties.spec = {
      type: 'object',
      properties: { size: { type: 'integer' } },
    }
    await cluster.load([plain])
    const patch = [{ op: 'add', path, value: [{ rule: 'self.nothing < 10' }] }]
    const reply = await cluster.fetch('/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.shop.io', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json-patch+json' },
      body: JSON.stringify(patch),
    })
    expect(reply.status).toBe(422)
  })
  test('by a hook that adds rules to a definition', async () => {
    const cluster = createCluster({ seed: 1 })
    cluster.hooks.admit({ client: 'test', kind: 'CustomResourceDefinition' }, (_, next) => ({
      ...next,
      spec: unreadable.spec,
    }))
    const plain = definitionWith('true')
    plain.spec.versions[0]!.schema.openAPIV3Schema.properties.spec['x-kubernetes-validations'] = []
    await expect(cluster.create('CustomResourceDefinition', plain as never)).rejects.toThrow('undefined field')
    expect(stored(cluster).definitions).toBe(0)
  })
  test('by load(), in lists too', async () => {
    const cluster = createCluster({ seed: 1 })
    await expect(cluster.load([ruled, ...widgets])).rejects.toThrow('too large')
    await cluster.load({ apiVersion: 'v1', kind: 'List', items: [ruled, widgets[0]] })
    await expect(cluster.load({ apiVersion: 'v1', kind: 'List', items: [widgets[1]] })).rejects.toThrow('too large')
    expect(stored(cluster)).toEqual(CHECKED)
  })
  test('by what a cluster is made with', async () => {
    const cluster = createCluster({ seed: 1, crds: [ruled], fixtures: widgets[0]! })
    await expect(cluster.create('Widget', widgets[1] as never)).rejects.toThrow('too large')
    expect(stored(cluster)).toEqual(CHECKED)
  })
  test('by forks and snapshots of a cluster that has not loaded them yet', async () => {
    const cluster = createCluster({ seed: 1, crds: JSON.stringify(ruled), fixtures: widgets[0]! })
    const saved = cluster.snapshot()
    const fork = cluster.fork()
    const late = createCluster({ seed: 1 }).fork(saved)
    for (const each of [fork, late, cluster]) {
      await expect(each.create('Widget', widgets[1] as never)).rejects.toThrow('too large')
      expect(stored(each)).toEqual(CHECKED)
    }
    cluster.restore(saved)
    await expect(cluster.create('Widget', widgets[1] as never)).rejects.toThrow('too large')
    expect(stored(cluster)).toEqual(CHECKED)
  })
  test('with the same result whether the library was loaded before or not', async () => {
    const run = async () => {
      const cluster = createCluster({ seed: 1, controllers: [creator([ruled, ...widgets], [])] })
      await go(cluster)
      await cluster.settled()
      return cluster.dump()
    }
    expect(await run()).toBe(await run())
  })
})

describe('patterns are loaded before objects are stored', () => {
  const schema = { type: 'object', properties: { size: { type: 'string', pattern: '^(?i)small$' } } }
  const patterned = {
    ...ruled,
    spec: {
      ...ruled.spec,
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: schema } } },
        },
      ],
    },
  }
  const sized = NAMES.map((size) => ({ ...widget(size, 0), spec: { size } }))
  const WRONG = "should match '^(?i)small$'"
  test('by a controller', async () => {
    const refused: string[] = []
    const cluster = createCluster({ seed: 1, controllers: [creator([patterned, ...sized], refused)] })
    await go(cluster)
    expect({ ...stored(cluster), refused }).toEqual({ ...CHECKED, refused: [expect.stringContaining(WRONG)] })
  })
  test('by a load', async () => {
    const cluster = createCluster({ seed: 1 })
    await expect(cluster.load([patterned, ...sized])).rejects.toThrow(WRONG)
    expect(stored(cluster)).toEqual({ definitions: 0, widgets: [] })
  })
  test('by what a cluster is made with', async () => {
    const cluster = createCluster({ seed: 1, crds: [patterned], fixtures: sized[0] ?? {} })
    await expect(cluster.create('Widget', sized[1] as never)).rejects.toThrow(WRONG)
    expect(stored(cluster)).toEqual(CHECKED)
  })
})

describe('the formats and patterns of kinds are loaded before objects are stored', () => {
  const linked = (link: string) => ({ ...widget('small', 0), spec: { link } })
  const definitionFor = (link: object) =>
    definitionOf('widgets.shop.io', 'Widget', [
      versionOf({ type: 'object', properties: { spec: { type: 'object', properties: { link } } } }),
    ])
  const uri = { type: 'string', format: 'uri' }
  /** Creates an invalid and a valid Widget; returns what is said of the first, and the link of the second. */
  const created = async (cluster: Cluster) => {
    const refused = await cluster.create('Widget', linked(':') as never).then(String, (error: Error) => error.message)
    return { refused, accepted: (await cluster.create('Widget', linked('http://a/') as never))['spec'] }
  }
  const refusedWith = (message: string) => ({
    refused: expect.stringContaining(message) as string,
    accepted: { link: 'http://a/' },
  })
  test.each([
    ['a format', uri, 'must be of type uri'],
    [
      'a format among alternatives',
      { type: 'string', anyOf: [{ format: 'uri' }] },
      'must validate at least one schema',
    ],
    ['a pattern', { type: 'string', pattern: '^http' }, "should match '^http'"],
  ])('of crds: %s', async (_, link, message) => {
    expect(await created(createCluster({ seed: 1, crds: [definitionFor(link)] }))).toEqual(refusedWith(message))
  })
  test.each([
    ['a format', uri, 'must be of type uri'],
    ['a pattern', { type: 'string', pattern: '^http' }, "should match '^http'"],
  ])('in the state of a Bundle made in another process: %s', async (_, link, message) => {
    const cluster = createCluster({ seed: 1, crds: [definitionFor(link)] })
    await cluster.ready()
    const bundle = JSON.parse(JSON.stringify(await cluster.bundle())) as never
    vi.resetModules()
    const { fromBundle } = await import('../../src/cluster/bundles.js')
    expect(await created(await fromBundle(bundle))).toEqual(refusedWith(message))
  })
  test('of an OpenAPI document', async () => {
    const properties = {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      spec: { type: 'object', properties: { link: uri } },
    }
    const kind = { group: 'shop.io', version: 'v1', kind: 'Widget' }
    const reply = {
      200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/io.shop.v1.Widget' } } } },
    }
    const path = '/apis/shop.io/v1/namespaces/{namespace}/widgets'
    const operation = (action: string) => ({
      'x-kubernetes-action': action,
      'x-kubernetes-group-version-kind': kind,
      responses: reply,
    })
    const document = {
      openapi: '3.0.0',
      info: { title: 'shop', version: '1' },
      paths: { [path]: { post: operation('post') }, [`${path}/{name}`]: { get: operation('get') } },
      components: {
        schemas: { 'io.shop.v1.Widget': { type: 'object', properties, 'x-kubernetes-group-version-kind': [kind] } },
      },
    }
    const { fromOpenAPI } = await import('../../src/index.js')
    expect(await created(createCluster({ seed: 1, kinds: fromOpenAPI(document) }))).toEqual(
      refusedWith('must be of type uri'),
    )
  })
})

describe('invalid rules in crds', () => {
  const made = () => createCluster({ seed: 1, crds: [unreadable] })
  const message = 'crds[0]: CustomResourceDefinition "widgets.shop.io": spec.validation.openAPIV3Schema'
  test('fail all requests to the cluster and its forks', async () => {
    const cluster = made()
    const fork = cluster.fork()
    await expect(cluster.ready()).rejects.toThrow(message)
    await expect(cluster.list('Lease')).rejects.toThrow(message)
    await expect(cluster.settled()).rejects.toThrow(message)
    await expect(fork.list('Lease')).rejects.toThrow(message)
    // The CEL library is loaded now.
    expect(made).toThrow(message)
  })
  test('are reported in a 500 Status over HTTP', async () => {
    const reply = await made().fetch('/api/v1/namespaces')
    expect([reply.status, await reply.json()]).toMatchObject([
      500,
      {
        kind: 'Status',
        reason: 'InternalError',
        message: expect.stringContaining(`createCluster: ${message}`) as string,
      },
    ])
  })
  test('make startCluster reject', async () => {
    const { startCluster } = await import('../../src/node/start.js')
    await expect(startCluster({ crds: [unreadable] })).rejects.toThrow(message)
  })
})

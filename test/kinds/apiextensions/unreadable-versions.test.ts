import { describe, expect, test } from 'vitest'
import { type Cluster, createCluster } from '../../../src/index.js'
import { definitionOf, versionOf } from '../../suites/definition.js'
import { DEFINITIONS, post } from './things.js'

// What a server answers when objects cannot be converted to or from the version they are stored in.

const OWN = `${DEFINITIONS}/foos.g.io`
const path = (version: string, name = '') => `/apis/g.io/${version}/namespaces/default/foos${name && `/${name}`}`
const foo = (version: string, name: string) => ({ apiVersion: `g.io/${version}`, kind: 'Foo', metadata: { name } })

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const versions = (stored: string, names = ['v1', 'v2']) =>
  names.map((name) => versionOf(anything, { name, storage: name === stored }))
const foos = (clientConfig?: object) => {
  const { spec, ...rest } = definitionOf('foos.g.io', 'Foo', versions('v1'))
  const webhook = { conversionReviewVersions: ['v1'], clientConfig }
  return { ...rest, spec: { ...spec, ...(clientConfig ? { conversion: { strategy: 'Webhook', webhook } } : {}) } }
}
const SERVICE = { service: { namespace: 'ns', name: 'svc', path: '/convert' } }

type Answer = readonly [status: number, reason?: unknown, message?: unknown, details?: unknown]
async function ask(cluster: Cluster, method: string, at: string, body?: object, type = 'application/json') {
  const init = body ? { body: JSON.stringify(body), headers: { 'Content-Type': type } } : {}
  const reply = await cluster.fetch(at, { method, ...init })
  const { reason, message, details } = (await reply.json()) as Record<string, unknown>
  return (reply.ok ? [reply.status] : [reply.status, reason, message, details]) as Answer
}
const MERGE = 'application/merge-patch+json'
const merge = (cluster: Cluster, at: string, body: object) => ask(cluster, 'PATCH', at, body, MERGE)

const plain = (message: string): Answer => [500, undefined, message, undefined]
const notReady = (message: string): Answer => [
  429,
  'TooManyRequests',
  `storage is (re)initializing: failed to list g.io/v2, Kind=Foo: ${message}`,
  { retryAfterSeconds: 1 },
]
const failed = (version: string) =>
  `conversion webhook for g.io/${version}, Kind=Foo failed: Post "https://svc.ns.svc:443/convert?timeout=30s": service "svc" not found`

const open = async (definition: object) => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  expect((await post(cluster, DEFINITIONS, definition)).status).toBe(201)
  expect(await ask(cluster, 'POST', path('v1'), foo('v1', 'a'))).toEqual([201])
  return cluster
}

/** What cannot be answered in v2 as long as `a` cannot be converted. */
async function expectUnreadable(cluster: Cluster, message: string) {
  const a = path('v2', 'a')
  const apply = 'application/apply-patch+yaml'
  const body = { ...foo('v2', 'a'), x: 1 }
  expect(await ask(cluster, 'GET', a)).toEqual(plain(message))
  expect(await ask(cluster, 'GET', `${a}?resourceVersion=0`)).toEqual(plain(message))
  expect(await ask(cluster, 'PUT', a, body)).toEqual(plain(message))
  expect(await merge(cluster, a, { x: 1 })).toEqual(plain(message))
  expect(await ask(cluster, 'PATCH', `${a}?fieldManager=m`, body, apply)).toEqual(plain(message))
  expect(await ask(cluster, 'DELETE', a)).toEqual(plain(message))
  expect(await ask(cluster, 'DELETE', path('v2'))).toEqual(plain(message))
  for (const query of ['', '?resourceVersion=0', '?labelSelector=a', '?watch=1&resourceVersion=0', '?watch=1'])
    expect(await ask(cluster, 'GET', `${path('v2')}${query}`)).toEqual(notReady(message))
  for (const query of ['?limit=5', '?limit=5&resourceVersion=0'])
    expect(await ask(cluster, 'GET', `/apis/g.io/v2/foos${query}`)).toEqual(plain(message))
  // The watch cache holds all namespaces; a page is read from one.
  const elsewhere = '/apis/g.io/v2/namespaces/kube-system/foos'
  expect(await ask(cluster, 'GET', elsewhere)).toEqual(notReady(message))
  expect(await ask(cluster, 'GET', `${elsewhere}?limit=5`)).toEqual([200])
  expect((await ask(cluster, 'GET', path('v2', 'zz')))[0]).toBe(404)
}

describe('a webhook that converts', () => {
  test('fails wherever an object is not stored in the version that is asked for', async () => {
    const cluster = await open(foos(SERVICE))
    await expectUnreadable(cluster, failed('v1'))
    for (const name of ['a', 'b'])
      expect(await ask(cluster, 'POST', path('v2'), foo('v2', name))).toEqual(plain(failed('v2')))
    expect(await ask(cluster, 'POST', `${path('v2')}?dryRun=All`, foo('v2', 'b'))).toEqual(plain(failed('v2')))
    expect((await ask(cluster, 'POST', path('v1'), foo('v1', 'a')))[1]).toBe('AlreadyExists')
    expect(await ask(cluster, 'GET', path('v1'))).toEqual([200])
    expect(await merge(cluster, path('v1', 'a'), { x: 1 })).toEqual([200])
    expect(await ask(cluster, 'DELETE', path('v1', 'a'))).toEqual([200])
    expect(await ask(cluster, 'GET', path('v2'))).toEqual([200])
  })

  test('ends watches of another version at a write, and does not fail the write', async () => {
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    await post(cluster, DEFINITIONS, foos(SERVICE))
    const watch = cluster.watch('g.io/v2/Foo')
    const seen = (async () => {
      const types: string[] = []
      for await (const { type } of watch) types.push(type)
      return types
    })()
    expect(await ask(cluster, 'POST', path('v1'), foo('v1', 'a'))).toEqual([201])
    expect(await seen).toEqual([])
  })

  test('does not keep a definition from being deleted, since its objects are deleted as they are stored', async () => {
    const cluster = await open(foos(SERVICE))
    expect(await ask(cluster, 'DELETE', OWN)).toEqual([200])
    expect((await ask(cluster, 'GET', OWN))[0]).toBe(404)
  })

  test('is told in words, with the way out, when a fixture needs it', async () => {
    const load = (...fixtures: object[]) =>
      createCluster({ seed: 1, controllers: 'none' }).load([foos(SERVICE), ...fixtures])
    await expect(load(foo('v1', 'a'))).resolves.toBeUndefined()
    const refusal = await load(foo('v2', 'b')).catch(String)
    expect(refusal).toContain('conversion webhook for g.io/v2, Kind=Foo failed: it is not asked here')
    expect(refusal).toContain('`conversion: None`')
  })
})

describe('a version that is dropped while objects are stored in it', () => {
  const dropped = 'request to convert CR from an invalid group/version: g.io/v1'
  const drop = async (cluster: Cluster) => {
    expect(await merge(cluster, OWN, { spec: { versions: versions('v2') } })).toEqual([200])
    expect(await merge(cluster, `${OWN}/status`, { status: { storedVersions: ['v2'] } })).toEqual([200])
    expect(await merge(cluster, OWN, { spec: { versions: versions('v2', ['v2']) } })).toEqual([200])
  }

  test('leaves them unreadable until it is back', async () => {
    const cluster = await open(foos())
    await drop(cluster)
    expect(await ask(cluster, 'POST', path('v2'), foo('v2', 'n'))).toEqual([201])
    expect(await ask(cluster, 'GET', path('v2', 'n'))).toEqual([200])
    await expectUnreadable(cluster, dropped)
    expect((await ask(cluster, 'POST', path('v2'), foo('v2', 'a')))[1]).toBe('AlreadyExists')
    expect(await merge(cluster, OWN, { spec: { versions: versions('v2') } })).toEqual([200])
    expect(await ask(cluster, 'GET', path('v2'))).toEqual([200])
    expect(await merge(cluster, path('v2', 'a'), { x: 1 })).toEqual([200])
    await drop(cluster)
    expect(await ask(cluster, 'GET', path('v2', 'a'))).toEqual([200])
  })

  test('keeps the definition from being deleted, which says why', async () => {
    const cluster = await open(foos())
    await drop(cluster)
    expect(await ask(cluster, 'DELETE', OWN)).toEqual([200])
    const { status } = await cluster.get('CustomResourceDefinition', { name: 'foos.g.io' })
    const condition = status?.conditions?.find(({ type }) => type === 'Terminating')
    expect([condition?.reason, condition?.message]).toEqual([
      'InstanceDeletionFailed',
      `could not list instances: ${notReady(dropped)[2] as string}`,
    ])
  })

  test('does not stop controllers, nor other kinds in a namespace that goes', async () => {
    const cluster = createCluster({ seed: 1 })
    await post(cluster, DEFINITIONS, foos())
    await cluster.create('Namespace', { metadata: { name: 'gone' } })
    await cluster.create('ConfigMap', { metadata: { name: 'c', namespace: 'gone' } })
    expect(await ask(cluster, 'POST', '/apis/g.io/v1/namespaces/gone/foos', foo('v1', 'a'))).toEqual([201])
    await drop(cluster)
    await cluster.delete('Namespace', { name: 'gone' })
    await cluster.clock.advance(300_000)
    expect((await cluster.get('Namespace', { name: 'gone' })).status?.phase).toBe('Terminating')
    expect(await cluster.list('ConfigMap', { namespace: 'gone' })).toMatchObject({ items: [] })
  })
})

test('what the schema of the stored version does not read is not stored, and a scale of what it should not be not shown', async () => {
  const preserve = { 'x-kubernetes-preserve-unknown-fields': true }
  const schema = {
    type: 'object',
    properties: {
      n: { type: 'integer' },
      inner: { type: 'object', 'x-kubernetes-embedded-resource': true, ...preserve },
    },
  }
  const scale = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' }
  const spec = { type: 'object', properties: { spec: schema } }
  const strict = versionOf(spec, { name: 'v1', storage: true, subresources: { scale } })
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const loose = versionOf(anything, { name: 'v2', storage: false })
  expect((await post(cluster, DEFINITIONS, definitionOf('foos.g.io', 'Foo', [strict, loose]))).status).toBe(201)
  const create = (body: object) => ask(cluster, 'POST', path('v2'), { ...foo('v2', 'a'), spec: body })
  expect(await create({ inner: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 1 } } } })).toEqual(
    plain(
      'spec.inner.metadata: Invalid value: map[string]interface {}{"labels":map[string]interface {}{"a":1}}: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    ),
  )
  expect(await create({ n: 'x' })).toEqual([201])
  const fault = plain('.spec.n accessor error: x is of the type string, expected int64')
  expect(await ask(cluster, 'GET', `${path('v1', 'a')}/scale`)).toEqual(fault)
  expect(await merge(cluster, `${path('v1', 'a')}/scale`, { spec: { replicas: 1 } })).toEqual(fault)
})

test.each([
  [{ type: 'string' }, 1, 'expected string, got int64'],
  [{ type: 'integer' }, 'x', 'expected int, got string'],
  [{ type: 'number' }, true, 'expected float, got bool'],
  [{ type: 'boolean' }, [], 'expected bool, got []interface {}'],
  [{ type: 'string', format: 'date-time' }, {}, 'expected string, got map[string]interface {}'],
  [{ type: 'array', items: { type: 'string' } }, 1.5, 'expected an array for the provided schema with type=array'],
  [{ type: 'object' }, 'x', 'expected a map for the provided schema with type=object'],
  [{ 'x-kubernetes-int-or-string': true }, {}, 'expected XIntOrString value to be either a string or integer'],
])(
  'a rule about %j tells that %j, which was stored in another version, is no value of it',
  async (schema, value, text) => {
    const rule = 'self.x == self.x'
    const spec = {
      type: 'object',
      properties: { x: schema, z: { type: 'string' } },
      'x-kubernetes-validations': [{ rule }],
    }
    const strict = versionOf({ type: 'object', properties: { spec } }, { name: 'v1', storage: true })
    const loose = versionOf(anything, { name: 'v2', storage: false })
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    const made = await post(cluster, DEFINITIONS, definitionOf('foos.g.io', 'Foo', [strict, loose]))
    expect(made.status).toBe(201)
    expect(await ask(cluster, 'POST', path('v2'), { ...foo('v2', 'a'), spec: { x: value } })).toEqual([201])
    const [status, , message] = await merge(cluster, path('v1', 'a'), { spec: { z: '1' } })
    expect(status).toBe(422)
    expect(message).toContain(`spec: Invalid value: "object": invalid data, ${text} evaluating rule: ${rule}`)
  },
)

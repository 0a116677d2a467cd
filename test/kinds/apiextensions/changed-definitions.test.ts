import { describe, expect, test } from 'vitest'
import { type Cluster, createCluster } from '../../../src/index.js'
import { DEFINITIONS, OBJECTS, type Schema, definitionOf, list, number, post, struct, text } from './things.js'

const OWN = `${DEFINITIONS}/things.shop.io`

const open = async (schema: Schema, version: Schema = {}) => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  expect((await post(cluster, DEFINITIONS, definitionOf(schema, version))).body.message).toBeUndefined()
  return cluster
}
const ask = async (cluster: Cluster, method: string, path: string, body: object | string) => {
  const reply = await cluster.fetch(path, {
    method,
    headers: { 'Content-Type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const make = async (cluster: Cluster, members: object) =>
  (await post(cluster, OBJECTS, { apiVersion: 'shop.io/v1', kind: 'Thing', metadata: { name: 'a' }, ...members })).body
const merge = (cluster: Cluster, members: object) => ask(cluster, 'PATCH', `${OBJECTS}/a`, members)
const redefine = async (cluster: Cluster, schema: Schema) => {
  const { spec } = definitionOf(schema)
  expect((await ask(cluster, 'PATCH', OWN, { spec: { versions: spec.versions } })).status).toBe(200)
}

describe('watches of custom resources', () => {
  const schema = struct({ spec: struct({ size: number }) })

  test('end when the definition says something else, with all that happened before', async () => {
    const cluster = await open(schema)
    const watch = cluster.watch('Thing')
    await make(cluster, { spec: { size: 1 } })
    await redefine(cluster, struct({ spec: struct({ size: number, color: text() }) }))
    await merge(cluster, { spec: { color: 'red' } })
    const seen: string[] = []
    for await (const { type, object } of watch) seen.push(`${type} ${object.metadata.name}`)
    expect(seen).toEqual(['ADDED a'])
  })

  test('go on when only its labels or its status change', async () => {
    const cluster = await open(schema)
    const watch = cluster.watch('Thing')
    await ask(cluster, 'PATCH', OWN, { metadata: { labels: { a: 'b' } } })
    await ask(cluster, 'PATCH', `${OWN}/status`, { status: { storedVersions: ['v1'] } })
    await make(cluster, { spec: { size: 1 } })
    expect((await watch.next()).value.type).toBe('ADDED')
    await watch.return!()
  })
})

describe('what was wrong before may stay so', () => {
  const item = struct({ name: text(), port: number }, { required: ['name', 'port'] })
  const keyed = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name', 'port'] }
  const ports = (maxItems: number, more: Schema = keyed) => struct({ ports: list(item, { maxItems, ...more }) })
  const [a, b, c] = ['a', 'b', 'c'].map((name, i) => ({ name, port: i }))

  test('in any order where items are known by keys', async () => {
    const cluster = await open(ports(3))
    await make(cluster, { ports: [a, b, c] })
    await redefine(cluster, ports(2))
    expect((await merge(cluster, { ports: [c, a, b] })).body['ports']).toEqual([c, a, b])
    const other = await merge(cluster, { ports: [c, a, { name: 'd', port: 1 }] })
    expect([other.status, other.body['message']]).toEqual([
      422,
      'Thing.shop.io "a" is invalid: ports: Too many: 3: must have at most 2 items',
    ])
  })

  test('in the same order where they are not', async () => {
    const cluster = await open(ports(3, {}))
    await make(cluster, { ports: [a, b, c] })
    await redefine(cluster, ports(2, {}))
    expect((await merge(cluster, { ports: [c, a, b] })).status).toBe(422)
    expect((await merge(cluster, { metadata: { labels: { x: 'y' } }, ports: [a, b, c] })).status).toBe(200)
  })

  test('but not where there are members that the schema does not know', async () => {
    const free = (more: Schema) =>
      struct({ free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, ...more } })
    const cluster = await open(free({}))
    await make(cluster, { free: { x: 1, y: 2 } })
    await redefine(cluster, free({ maxProperties: 1 }))
    const { status, body } = await merge(cluster, { metadata: { labels: { x: 'y' } } })
    expect([status, body['message']]).toEqual([
      422,
      'Thing.shop.io "a" is invalid: free: Too many: 2: must have at most 1 items',
    ])
  })

  test('but not the type of the object itself', async () => {
    const cluster = await open(struct({ apiVersion: text() }))
    await make(cluster, {})
    await redefine(cluster, struct({ apiVersion: text(20, { pattern: '^shop.io/v2$' }) }))
    const { status, body } = await merge(cluster, { metadata: { labels: { x: 'y' } } })
    expect([status, body['message']]).toEqual([
      422,
      'Thing.shop.io "a" is invalid: apiVersion: Invalid value: "shop.io/v1": apiVersion in body should match \'^shop.io/v2$\'',
    ])
  })
})

test('defaults of embedded objects hold no unknown metadata, wherever they are stated', async () => {
  const HEAD = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', unknown: 'x' } }
  const embedded = (members: Schema, more: Schema = {}) =>
    struct(members, { 'x-kubernetes-embedded-resource': true, ...more })
  const says = (value: unknown, type = 'string') => ({ type, default: value })
  const types = { apiVersion: says('v1'), kind: says('Pod') }
  const metadata = struct({ name: says('x'), unknown: says('x') })
  const cluster = await open(
    struct({
      members: embedded({ ...types, metadata }),
      metadata_: embedded({ ...types, metadata: says(HEAD.metadata, 'object') }),
      whole: embedded({ foo: text() }, { default: HEAD }),
      around: struct({ inner: embedded({ foo: text() }) }, { default: { inner: HEAD } }),
      items: list(embedded({ ...types, metadata })),
    }),
  )
  const { members, metadata_, whole, around, items } = (await make(cluster, {
    members: { metadata: {} },
    metadata_: {},
    items: [{ metadata: {} }],
  })) as Record<string, { readonly inner?: unknown }>
  const kept = { ...HEAD, metadata: { name: 'x' } }
  expect([members, metadata_, whole, around?.inner, items]).toEqual([kept, kept, kept, kept, [kept]])
})

test('what a scale reads is a whole number of 32 bits, and a text', async () => {
  const status = struct({ replicas: number, selector: { 'x-kubernetes-preserve-unknown-fields': true } })
  const scale = {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.status.selector',
  }
  const cluster = await open(struct({ spec: struct({ replicas: number }), status }), { subresources: { scale } })
  const sent = (members: string) =>
    ask(cluster, 'POST', OBJECTS, `{"apiVersion":"shop.io/v1","kind":"Thing","metadata":{"name":"a"},${members}}`)
  const refused = (issue: string) => [422, `Thing.shop.io "a" is invalid: ${issue}`]
  const most = await sent('"spec":{"replicas":9223372036854775807}')
  expect([most.status, most.body['message']]).toEqual(
    refused('.spec.replicas: Invalid value: 9223372036854775807: should be less than or equal to 2147483647'),
  )
  const untold = await sent('"status":{"selector":5}')
  expect([untold.status, untold.body['message']]).toEqual(
    refused(
      '.status.selector: Invalid value: "": .status.selector accessor error: 5 is of the type int64, expected string',
    ),
  )
})

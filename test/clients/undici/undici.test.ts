import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import { type ClusterDispatcher, createDispatcher } from '../../../src/node/dispatcher/dispatcher.js'
import { installed } from '../setup/install.js'
import { undici as pinned } from '../setup/versions.js'

/** The parts of the package that are used; its own types are not installed. */
type Undici = {
  readonly Dispatcher: new () => ClusterDispatcher & { readonly compose: (interceptor: unknown) => ClusterDispatcher }
  readonly Agent: new (options: object) => ClusterDispatcher
  readonly interceptors: { readonly retry: (options: object) => unknown }
  readonly fetch: (url: string, init?: object) => Promise<Response>
  readonly request: (url: string, init?: object) => Promise<Answer>
  readonly getGlobalDispatcher: () => ClusterDispatcher
  readonly setGlobalDispatcher: (dispatcher: ClusterDispatcher) => void
}

type Answer = {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: AsyncIterable<Buffer> & { readonly json: () => Promise<unknown>; readonly text: () => Promise<string> }
}

const { Dispatcher, Agent, interceptors, fetch, request, ...undici } = (await import(
  pathToFileURL(join(await installed(pinned), 'index.js')).href
)) as Undici & { readonly default: unknown }

const LEASES = 'http://cluster.local/apis/coordination.k8s.io/v1/namespaces/default/leases'
const lease = (name: string) => ({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name } })
const create = (name: string) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(lease(name)),
})

let cluster: Cluster
let dispatcher: InstanceType<Undici['Dispatcher']>

beforeEach(() => {
  cluster = createCluster({ seed: 1 })
  dispatcher = createDispatcher(cluster, Dispatcher)
})
afterEach(() => cluster.close())

test('request reaches the cluster', async () => {
  const made = await request(LEASES, { ...create('a'), dispatcher })
  expect([made.statusCode, made.headers['content-type'], await made.body.json()]).toEqual([
    201,
    'application/json',
    await cluster.get('Lease', { name: 'a' }),
  ])
  const { statusCode, body } = await request(LEASES, { query: { fieldSelector: 'metadata.name=b' }, dispatcher })
  expect([statusCode, await body.json()]).toMatchObject([200, { items: [] }])
})

test('fetch reaches the cluster by the global dispatcher', async () => {
  const before = undici.getGlobalDispatcher()
  undici.setGlobalDispatcher(dispatcher)
  try {
    const made = await fetch(LEASES, create('a'))
    expect([made.status, await made.json()]).toEqual([201, await cluster.get('Lease', { name: 'a' })])
    expect((await fetch(`${LEASES}/b`)).status).toBe(404)
  } finally {
    undici.setGlobalDispatcher(before)
  }
})

test('the global fetch reaches the cluster', async () => {
  const init: object = { ...create('a'), dispatcher: createDispatcher(cluster) }
  const made = await globalThis.fetch(LEASES, init)
  expect([made.status, await made.json()]).toEqual([201, await cluster.get('Lease', { name: 'a' })])
})

test.each([
  ['a stream', () => new Blob([JSON.stringify(lease('a'))]).stream()],
  ['bytes', () => Buffer.from(JSON.stringify(lease('a')))],
  ['pieces', () => [...JSON.stringify(lease('a'))].map((piece) => Buffer.from(piece))],
])('a body may be %s', async (_, body) => {
  const { statusCode } = await request(LEASES, { ...create('a'), body: body(), duplex: 'half', dispatcher })
  expect(statusCode).toBe(201)
})

test.each(['fetch', 'request'])('a watch by %s streams line by line until it is aborted', async (client) => {
  const stop = new AbortController()
  const init = { signal: stop.signal, dispatcher }
  const body =
    client === 'fetch'
      ? (await fetch(`${LEASES}?watch=true`, init)).body!
      : (await request(`${LEASES}?watch=true`, init)).body
  const lines = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  const next = async () => {
    const { type, object } = JSON.parse(Buffer.from((await lines.next()).value as Uint8Array).toString())
    return [type, object.metadata.name]
  }
  await cluster.create('Lease', lease('a'))
  expect(await next()).toEqual(['ADDED', 'a'])
  await cluster.delete('Lease', { name: 'a' })
  expect(await next()).toEqual(['DELETED', 'a'])
  const waiting = lines.next()
  stop.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  // It would wait for a watch that is still open.
  await cluster.settled()
})

test('a hanging request can be aborted', async () => {
  cluster.hooks.before({ verb: 'list' }, { hang: true })
  const stop = new AbortController()
  const asked = request(LEASES, { signal: stop.signal, dispatcher })
  stop.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
})

test('destroy ends requests in flight', async () => {
  cluster.hooks.before({ verb: 'list' }, { hang: true })
  const asked = request(LEASES, { dispatcher })
  void dispatcher.destroy()
  await expect(asked).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' })
})

test('a cut reply is an ECONNRESET', async () => {
  cluster.hooks.before({ verb: 'list' }, { cut: true })
  await expect(request(LEASES, { dispatcher })).rejects.toMatchObject({ code: 'ECONNRESET' })
  await expect(fetch(LEASES, { dispatcher })).rejects.toMatchObject({
    message: 'fetch failed',
    cause: { code: 'ECONNRESET' },
  })
})

test('a cut watch breaks after the events before', async () => {
  await cluster.create('Lease', lease('a'))
  const { body } = await request(`${LEASES}?watch=true`, { dispatcher })
  const lines = body[Symbol.asyncIterator]()
  expect((await lines.next()).done).toBe(false)
  cluster.hooks.watch({ kind: 'Lease' }, { cut: true })
  await cluster.create('Lease', lease('b'))
  await expect(lines.next()).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('interceptors of undici apply', async () => {
  cluster.hooks.before({ verb: 'list' }, { cut: true }, { times: 1 })
  const patient = dispatcher.compose(interceptors.retry({ minTimeout: 1 }))
  expect((await request(LEASES, { dispatcher: patient })).statusCode).toBe(200)
})

test('an agent uses it for an origin', async () => {
  const asked: string[] = []
  const factory = (origin: string | URL) => {
    asked.push(new URL(origin).origin)
    return dispatcher
  }
  const agent = new Agent({ factory })
  expect((await fetch(LEASES, { dispatcher: agent })).status).toBe(200)
  expect(asked).toEqual(['http://cluster.local'])
  await agent.close()
})

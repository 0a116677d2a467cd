import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createInterface } from 'node:readline'
import { createGunzip, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KubeObject } from '../../src/schema/object.js'
import { type StartedCluster, startCluster } from '../../src/node/start.js'

const LIMIT = 128 * 1024

let running: StartedCluster

beforeAll(async () => {
  running = await startCluster({ profile: 'example' })
  await running.cluster.create('Namespace', { metadata: { name: 'long', annotations: { text: 'x'.repeat(LIMIT) } } })
})

afterAll(() => running.close())

async function ask(path: string, headers: Record<string, string>) {
  const [reply] = (await once(
    get(`${running.url}${path}`, { agent: false, headers: { 'user-agent': 'test', ...headers } }),
    'response',
  )) as [IncomingMessage]
  const bytes = await buffer(reply)
  const { 'content-encoding': encoding, vary, 'content-length': length } = reply.headers
  return { encoding, vary, whole: Number(length) === bytes.length, bytes }
}

test.each([
  ['an object', '/api/v1/namespaces/long', {}],
  ['a list', '/api/v1/namespaces', {}],
  ['a table', '/api/v1/namespaces', { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }],
  ['YAML', '/api/v1/namespaces/long', { accept: 'application/yaml' }],
])('%s beyond 128 KiB is compressed for clients that accept gzip', async (_, path, headers) => {
  const { bytes: plain, ...bare } = await ask(path, headers)
  const { bytes: packed, ...compressed } = await ask(path, { ...headers, 'accept-encoding': 'deflate, gzip' })
  expect(bare).toEqual({ encoding: undefined, vary: undefined, whole: true })
  expect(compressed).toEqual({ encoding: 'gzip', vary: 'Accept-Encoding', whole: true })
  expect(gunzipSync(packed).equals(plain)).toBe(true)
})

test.each([
  ['a short body', '/api/v1/namespaces/default', 'gzip'],
  ['a client that does not accept gzip', '/api/v1/namespaces', 'br, gzip;q=1.0'],
])('%s: the reply is not compressed', async (_, path, accepted) => {
  const { encoding, vary } = await ask(path, { 'accept-encoding': accepted })
  expect({ encoding, vary }).toEqual({ encoding: undefined, vary: undefined })
})

async function openWatch({ url }: StartedCluster, options: string): Promise<IncomingMessage> {
  const headers = { 'accept-encoding': 'gzip' }
  const path = `/api/v1/namespaces?watch=1${options}`
  const [reply] = (await once(get(`${url}${path}`, { agent: false, headers }), 'response')) as [IncomingMessage]
  return reply
}

const INITIAL = '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan'
const LIST = `${INITIAL}&allowWatchBookmarks=true`

test.each([
  ['without initial events', '1.37', ''],
  ['without bookmarks', '1.37', INITIAL],
  ['before v1.37', '1.36', LIST],
] as const)('a watch %s is not compressed', async (_, kubernetesVersion, options) => {
  await using server = await startCluster({ kubernetesVersion })
  const reply = await openWatch(server, options)
  expect(reply.headers['content-encoding']).toBeUndefined()
  reply.destroy()
})

test('since v1.37 a watch with initial events is compressed, and its events can be read at once', async () => {
  await using server = await startCluster({ kubernetesVersion: '1.37' })
  const long = 'x'.repeat(LIMIT) // takes several blocks
  await server.cluster.create('Namespace', { metadata: { name: 'long', annotations: { long } } })
  const reply = await openWatch(server, LIST)
  const { 'content-encoding': encoding, vary } = reply.headers
  expect({ encoding, vary }).toEqual({ encoding: 'gzip', vary: 'Accept-Encoding' })
  const lines = createInterface(reply.pipe(createGunzip()))[Symbol.asyncIterator]()
  const next = async () => {
    const { value } = (await lines.next()) as { readonly value: string }
    const { type, object } = JSON.parse(value) as { readonly type: string; readonly object: KubeObject }
    return { type, ...object.metadata }
  }
  const events: Awaited<ReturnType<typeof next>>[] = []
  for (let event = await next(); event.type === 'ADDED'; event = await next()) events.push(event)
  expect(events).toContainEqual(expect.objectContaining({ name: 'long', annotations: { long } }))
  await server.cluster.create('Namespace', { metadata: { name: 'later' } })
  expect(await next()).toMatchObject({ type: 'ADDED', name: 'later' })
  reply.destroy()
})

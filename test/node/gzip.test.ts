import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('a watch is never compressed', async () => {
  const [reply] = (await once(
    get(`${running.url}/api/v1/namespaces?watch=1`, { agent: false, headers: { 'accept-encoding': 'gzip' } }),
    'response',
  )) as [IncomingMessage]
  expect(reply.headers['content-encoding']).toBeUndefined()
  reply.destroy()
})

import { expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
const open = () => createCluster({ seed: 1 })

test.each(['/api/v1/nodes', '/apis', '/version', '/nope'])('%s with a malformed timeout is a 400', async (path) => {
  const reply = await open().fetch(`${path}?timeout=x`)
  expect([reply.status, ((await reply.json()) as { message: string }).message]).toEqual([
    400,
    'invalid timeout specified in the request URL - time: invalid duration "x"',
  ])
})

test.each(['PUT', 'GET'])(
  '%s of a path that would be a 405 or 404 is a 400 with a malformed timeout',
  async (method) => {
    const path = method === 'PUT' ? '/api/v1/nodes' : '/api/v1/nodes/a/b/c/d'
    expect((await open().fetch(`${path}?timeout=x`, { method })).status).toBe(400)
  },
)

test('a watch ignores timeout', async () => {
  const stop = new AbortController()
  expect((await open().fetch('/api/v1/nodes?watch=1&timeout=x', { signal: stop.signal })).status).toBe(200)
  stop.abort()
})

test('a request delayed beyond its timeout gets 504 and is not executed later', async () => {
  const cluster = open()
  cluster.hooks.before({ verb: 'create' }, { delay: '40s' })
  const sent = cluster.fetch(`${LEASES}?timeout=1s`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"metadata":{"name":"x"}}',
  })
  await cluster.clock.advance('1s')
  const reply = await sent
  expect([reply.status, reply.headers.get('content-type')]).toEqual([504, 'text/plain; charset=utf-8'])
  expect(await reply.json()).toMatchObject({
    reason: 'Timeout',
    message: 'Timeout: request did not complete within the allotted timeout',
  })
  await cluster.clock.advance('1m')
  expect((await cluster.list('Lease')).items).toEqual([])
  expect(cluster.journal.requests({ verb: 'create' }).map(({ code }) => code)).toEqual([504])
})

test('a request that hangs gets 504 too; one that is answered in time does not', async () => {
  const cluster = open()
  cluster.hooks.after({ kind: 'Lease', verb: 'list' }, { hang: true })
  cluster.hooks.before({ kind: 'Node' }, { delay: '1s' })
  const [leases, nodes] = [cluster.fetch(`${LEASES}?timeout=2s`), cluster.fetch('/api/v1/nodes?timeout=2s')]
  await cluster.clock.advance('2s')
  expect([(await leases).status, (await nodes).status]).toEqual([504, 200])
})

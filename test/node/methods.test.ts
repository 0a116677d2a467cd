import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StartedCluster, startCluster } from '../../src/node/start.js'
import { exchange } from './server/exchange.js'

let server: StartedCluster

beforeAll(async () => {
  server = await startCluster({ profile: 'example' })
})

afterAll(() => server.close())

const NOT_ALLOWED = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'the server does not allow this method on the requested resource',
  reason: 'MethodNotAllowed',
  details: {},
  code: 405,
}

test.each(['OPTIONS', 'TRACE', 'PROPFIND'])('%s is refused with 405', async (method) => {
  for (const path of ['/api', '/api/v1/namespaces', '/api/v1/namespaces/default']) {
    const { status, headers, text } = await exchange(server.url + path, method)
    expect([status, headers['content-type'], headers.allow, JSON.parse(text)]).toEqual([
      405,
      'application/json',
      undefined,
      NOT_ALLOWED,
    ])
  }
})

test.each([
  ['/api/v1/namespaces/default', 405, 'application/json'],
  ['/api/v1/namespaces?watch=true', 405, 'application/json'],
  ['/version', 405, 'application/json'],
  ['/healthz', 200, 'text/plain; charset=utf-8'],
  ['/readyz/ping', 200, 'text/plain; charset=utf-8'],
])('HEAD %s gives %i without a body', async (path, status, type) => {
  const reply = await exchange(server.url + path, 'HEAD')
  expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([status, type, ''])
})

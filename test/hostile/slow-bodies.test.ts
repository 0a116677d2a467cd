import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'
import { SERVER_OPTIONS, listen } from '../../src/node/server/serve.js'
import { openSocket } from './support/pipelined.js'

const HEAD = 'POST /api/v1/namespaces HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

test('headers and body of a request have to arrive within a minute', () => {
  expect(SERVER_OPTIONS).toMatchObject({
    headersTimeout: 32_000,
    requestTimeout: 60_000,
    connectionsCheckingInterval: 5_000,
  })
})

test.each([
  ['a body with a Content-Length', `${HEAD}Content-Length: 1000000\r\n\r\n`, ' '],
  ['a chunked body', `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  ['headers', HEAD, 'a: b\r\n'],
])('a request that trickles in is ended: %s', async (_, head, piece) => {
  const cluster = createCluster({ seed: 1 })
  const faults: unknown[] = []
  const { app, handle } = cluster
  const server = await listen({
    fetch: (request, bindings) => app.fetch(request, bindings),
    handle,
    host: '127.0.0.1',
    port: 0,
    requestTimeout: 100,
    report: (error) => faults.push(error),
  })
  const socket = await openSocket(server.url)
  socket.on('error', () => undefined).write(head)
  const trickle = setInterval(() => socket.writable && socket.write(piece), 5)
  // Only the server ends the connection.
  const reply = await text(socket).catch(() => 'broken off')
  clearInterval(trickle)
  expect(reply).toMatch(/^(HTTP\/1.1 408 |broken off$)/)
  expect(faults).toEqual([])
  await server.close()
})

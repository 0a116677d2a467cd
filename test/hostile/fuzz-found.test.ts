import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { startCluster } from '../../src/node.js'
import { openSocket, requestText } from './support/pipelined.js'
import type { Cluster } from '../../src/index.js'
import { createBase, widget } from '../fuzz/cluster.js'

let base: Cluster
beforeAll(async () => {
  base = await createBase()
})

test('metadata of a wrong type in a body whose apiVersion is not that of the path is a 400', async () => {
  const reply = await base.fork().fetch('/apis/fuzz.example.com/v1/namespaces/default/widgets', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...widget, apiVersion: 'other.example.com/v2', metadata: { name: 'a', labels: 'a/b' } }),
  })
  expect([reply.status, ((await reply.json()) as { message: string }).message]).toEqual([
    400,
    'Widget in version "v2" cannot be handled as a Widget: json: cannot unmarshal string into Go struct field ObjectMeta.labels of type map[string]string',
  ])
})

test('an upgrade pipelined behind several requests waits for all their replies', async () => {
  const server = await startCluster({ scripts: '- before: { verb: list, kind: Node }\n  then: { delay: 50ms }' })
  const socket = await openSocket(server.url)
  const nodes = (query: string, headers: readonly string[] = []) =>
    requestText('GET', `/api/v1/nodes?${query}`, headers)
  const upgrade = nodes('limit=2', ['Upgrade: websocket', 'Connection: Upgrade'])
  socket.write(`${nodes('limit=1')}${nodes('watch=1&timeoutSeconds=1')}${upgrade}`)
  // The connection ends after the last reply.
  expect((await text(socket)).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 200'])
  socket.destroy()
  await server.close()
})

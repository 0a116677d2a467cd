import { beforeAll, expect, test } from 'vitest'
import { startCluster } from '../../src/node.js'
import { askInOrder, openSocket, requestText } from './support/pipelined.js'
import type { Cluster } from '../../src/index.js'
import { createBase, widget } from '../fuzz/cluster.js'

let base: Cluster
beforeAll(async () => {
  base = await createBase()
})

test('metadata of the wrong type, in a body of another version than the path', async () => {
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

test('an upgrade that is sent ahead of the replies to several requests waits for all of them', async () => {
  const server = await startCluster()
  const socket = await openSocket(server.url)
  const upgrade = ['Upgrade: websocket', 'Connection: Upgrade']
  const replies = await askInOrder(socket, 4, 4, (i) =>
    requestText('GET', `/api/v1/nodes?limit=${i}`, i < 3 ? [] : upgrade),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  socket.destroy()
  await server.close()
})

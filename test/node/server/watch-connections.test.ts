import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { type ServedCluster, serve } from '../../../src/node/server/serve-cluster.js'

const MAPS = '/api/v1/namespaces/default/configmaps'

let served: ServedCluster | undefined
afterEach(() => served?.close())

/** Sends requests over one connection at once, and resolves with what has arrived when it contains the given text. */
async function sendAtOnce(requests: readonly string[], awaited: string): Promise<string> {
  const cluster = createCluster({ seed: 1 })
  served = await serve(cluster)
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(requests.map((head) => `${head}\r\nHost: localhost\r\n\r\n`).join(''))
  let text = ''
  for await (const bytes of socket) {
    text += String(bytes)
    if (text.includes(awaited)) break
    if (text.includes('"ADDED"') && !text.includes('told'))
      await cluster.create('ConfigMap', { metadata: { name: 'told', namespace: 'default' } })
  }
  return text
}

test('a watch that is pipelined after other requests has its frames after their replies', async () => {
  const get = `GET /api/v1/namespaces HTTP/1.1`
  const text = await sendAtOnce([get, get, `GET ${MAPS}?watch=1 HTTP/1.1`], '"told"')
  const replies = text.split(/(?=HTTP\/1\.1 200 OK)/)
  expect(replies).toHaveLength(3)
  expect(replies[2]).toMatch(/Transfer-Encoding: chunked\r\n\r\n[0-9a-f]+\r\n\{"type":"ADDED".*\}\n\r\n/)
})

test('a watch by HTTP/1.0 has no chunks', async () => {
  const text = await sendAtOnce([`GET ${MAPS}?watch=1 HTTP/1.0`], '"told"')
  const [head, body] = text.split('\r\n\r\n')
  expect(head).not.toContain('chunked')
  const events = body!.trim().split('\n')
  expect(events.map((line) => JSON.parse(line).object.metadata.name)).toContain('told')
})

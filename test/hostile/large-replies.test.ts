import { expect, test } from 'vitest'
import { startCluster } from '../../src/node/start.js'
import { askInOrder, openSocket, requestText } from './support/pipelined.js'

const LARGE = 'x'.repeat(80_000)
const PATH = '/api/v1/namespaces/default/configmaps/large'

const patch = (index: number) =>
  requestText(
    'PATCH',
    PATH,
    ['Content-Type: application/merge-patch+json'],
    JSON.stringify({ data: { index: `${index} ${LARGE}` } }),
  )

test.each([
  [true, 1],
  [true, 2],
  [true, 16],
  [false, 16],
])('large pipelined requests are answered in order on one connection, TLS %s, %i at a time', async (tls, ahead) => {
  await using server = await startCluster({ seed: 1, tls })
  await server.cluster.create('ConfigMap', { metadata: { name: 'large', namespace: 'default' }, data: {} })
  const socket = await openSocket(server.url)
  const replies = await askInOrder(socket, 60, ahead, patch)
  expect(replies.map(({ status, body }) => [status, body.length > LARGE.length && body.includes('"data"')])).toEqual(
    Array.from({ length: 60 }, () => [200, true]),
  )
  expect(replies.map(({ body }) => parseInt((JSON.parse(body) as { data: { index: string } }).data.index, 10))).toEqual(
    Array.from({ length: 60 }, (_, index) => index),
  )
  socket.destroy()
})

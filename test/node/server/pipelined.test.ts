import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startCluster } from '../../../src/node.js'
import { openSocket } from '../../hostile/support/pipelined.js'

const MAPS = '/api/v1/namespaces/default/configmaps'
const CONTROL = '/_fakecluster/clock'
const CLOSE = 'Connection: close\r\n'

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
const post = (headers = '') => {
  const body = JSON.stringify({ metadata: { name: 'a' } })
  return `POST ${MAPS} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`
}
const upgrade = (name: string, more = '') => get('/api', `Connection: Upgrade${more}\r\nUpgrade: ${name}\r\n`)

type Case = readonly [what: string, sent: string, codes: readonly number[]]

// Replies come in order, and the connection ends after the reply to the request that asked for it, as with Go's server.
const cases: readonly Case[] = [
  ['the second closes', get('/version') + get('/api', CLOSE), [200, 200]],
  ['a slow one, then one that closes', get(MAPS) + get('/api', CLOSE), [200, 200]],
  ['a slow one that closes, then others', get(MAPS, CLOSE) + get('/api') + get('/version'), [200]],
  ['a write that closes, then another request', post(CLOSE) + get('/version'), [201]],
  ['control that closes, then another request', get(CONTROL, CLOSE) + get('/version'), [200]],
  ['control, then a slow one that closes, then another', get(CONTROL) + get(MAPS, CLOSE) + get('/api'), [200, 200]],
  ['an upgrade that is ignored, and closes', get(MAPS) + upgrade('h2c', ', close') + get('/api'), [200, 200]],
  ['one that closes, then an upgrade', get(MAPS, CLOSE) + upgrade('websocket'), [200]],
  ['an upgrade to SPDY, then another request', get(MAPS) + upgrade('SPDY/3.1') + get('/version'), [200, 200]],
  ['HTTP/1.0, then another request', `${get(MAPS)}GET /api HTTP/1.0\r\n\r\n${get('/api')}`, [200, 200]],
  ['a slow one, then what is no request', `${get(MAPS)}nonsense\r\n\r\n${get('/api')}`, [200, 400]],
  ['a slow one, then a chunked body that is none', `${get(MAPS)}${post('Transfer-Encoding: chunked\r\n')}`, [200, 400]],
  ['what is no request', 'nonsense\r\n\r\n', [400]],
]

test.each(cases)('pipelined requests are answered in order: %s', async (_, sent, codes) => {
  for (const tls of [false, true]) {
    await using server = await startCluster({ port: 0, tls })
    server.cluster.hooks.before({ verb: 'list', kind: 'ConfigMap' }, { delay: '50ms' })
    const socket = await openSocket(server.url)
    socket.write(sent)
    const heads = (await text(socket)).match(/HTTP\/1\.1 \d+(?:.*\r\n)*?\r\n/g) ?? []
    expect(heads.map((head) => Number(head.slice(9, 12)))).toEqual(codes)
    expect(heads.map((head) => /^connection: close\r$/im.test(head))).toEqual(
      codes.map((_, i) => i === codes.length - 1),
    )
  }
})

test('a body that is broken off by what is no chunk is refused at once, after the replies before it', async () => {
  await using server = await startCluster({ port: 0 })
  const socket = await openSocket(server.url)
  const head = `POST ${MAPS} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
  socket.write(`${get('/version')}${head}1\r\n{\r\nno length\r\n`)
  expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
})

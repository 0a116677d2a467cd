import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type StartedCluster, startCluster } from '../../src/node/start.js'

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
const LEASE = JSON.stringify({ metadata: { name: 'leader' }, spec: { holderIdentity: 'worker-1' } })

const REQUESTS = [
  ['GET', '/version'],
  ['GET', '/apis'],
  ['GET', '/nowhere'],
  ['POST', LEASES, LEASE],
  ['POST', LEASES, LEASE],
  ['GET', `${LEASES}/leader`],
  ['GET', LEASES],
  ['GET', `${LEASES}?watch=true&timeoutSeconds=1`],
  ['DELETE', `${LEASES}/leader`],
  ['GET', '/openapi/v3'],
] as const

/** Returns all bytes with which a server answers a request. */
async function exchange(url: string, [method, path, body = '']: readonly [string, string, string?]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const type = body ? `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n` : ''
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${type}\r\n${body}`)
  return text(socket)
}

async function transcript({ url, cluster }: StartedCluster): Promise<readonly string[]> {
  const said: string[] = []
  for (const request of REQUESTS) {
    const reply = exchange(url, request)
    // A watch ends at its timeout; the virtual clock moves only here.
    if (request[1].includes('watch')) {
      while (cluster.watches().length === 0) await new Promise(setImmediate)
      await cluster.clock.advance('1s')
    }
    said.push(await reply)
    await cluster.clock.advance('7s')
  }
  return said
}

test('two servers with the same seed answer with the same bytes over a port, Date included', async () => {
  await using one = await startCluster({ clock: 'virtual', seed: 7 })
  await using two = await startCluster({ clock: 'virtual', seed: 7 })
  const said = await transcript(one)
  expect(await transcript(two)).toEqual(said)
  expect(said).toHaveLength(REQUESTS.length)
  for (const reply of said) expect(reply.match(/^date: .*$/gim)).toHaveLength(1)
})

test('the Date header is the time of the cluster, over a port and in process', async () => {
  await using server = await startCluster({ clock: 'virtual', seed: 7, start: '2030-02-03T04:05:06.789Z' })
  const dates = async () => [
    (await server.cluster.fetch('/version')).headers.get('date'),
    (await fetch(`${server.url}/version`)).headers.get('date'),
  ]
  expect(await dates()).toEqual(Array(2).fill('Sun, 03 Feb 2030 04:05:06 GMT'))
  await server.cluster.clock.advance('1h')
  expect(await dates()).toEqual(Array(2).fill('Sun, 03 Feb 2030 05:05:06 GMT'))
})

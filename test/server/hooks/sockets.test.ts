import { type IncomingMessage, request } from 'node:http'
import { type Socket, connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type StartedCluster, startCluster } from '../../../src/node.js'

// A limit for hangs only: long enough not to be reached on a busy machine.
const BUSY = { timeout: 60_000 }

let server: StartedCluster
beforeAll(async () => {
  server = await startCluster({ seed: 1 })
})
beforeEach(() => server.cluster.hooks.clear())
afterAll(() => server.close())

type Ending = {
  readonly status: number | undefined
  readonly length: string | undefined
  readonly text: string
  readonly end: string
}

/** Sends a GET over its own socket; resolves with the body and how it ended. `onData` is called with the body received so far. */
function ask(path: string, onData: (text: string) => void = () => undefined): Promise<Ending> {
  return new Promise((resolve) => {
    const asked = request(`${server.url}${path}`, { agent: false }, (reply: IncomingMessage) => {
      let text = ''
      const end = (how: string) =>
        resolve({ status: reply.statusCode, length: reply.headers['content-length'], text, end: how })
      reply
        .setEncoding('utf8')
        .on('data', (chunk: string) => onData((text += chunk)))
        .on('end', () => end('end'))
        .on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
    })
    asked.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ status: undefined, length: undefined, text: '', end: error.code ?? error.message }),
    )
    asked.end()
  })
}

test('a cut destroys the socket', async () => {
  server.cluster.hooks.before({}, { cut: true })
  expect(await ask('/api/v1/nodes')).toEqual({ status: undefined, length: undefined, text: '', end: 'ECONNRESET' })
})

test('a truncated body has the Content-Length of the whole', async () => {
  server.cluster.hooks.after({ kind: 'Namespace' }, { truncate: 10 })
  const { status, length, text, end } = await ask('/api/v1/namespaces/default')
  expect([status, Number(length) > 100, text, end]).toEqual([200, true, '{"kind":"N', 'ECONNRESET'])
})

test('a malformed body is a complete HTTP reply', async () => {
  server.cluster.hooks.after({ kind: 'Namespace' }, { malformed: '<html>' })
  expect(await ask('/api/v1/namespaces')).toEqual({ status: 200, length: '6', text: '<html>', end: 'end' })
})

test('cut: mid-line breaks the connection of a watch in the middle of a line', async () => {
  server.cluster.hooks.watch({ name: 'b' }, { cut: 'mid-line' })
  const { metadata } = await server.cluster.list('Lease')
  const watch = ask(`/apis/coordination.k8s.io/v1/leases?watch=true&resourceVersion=${metadata.resourceVersion}`)
  await vi.waitUntil(() => server.cluster.watches().length === 1, BUSY)
  for (const name of ['a', 'b']) await server.cluster.create('Lease', { metadata: { name } })
  const { text, end } = await watch
  const [first, second, ...rest] = text.split('\n')
  expect([JSON.parse(first!), rest, end]).toMatchObject([{ object: { metadata: { name: 'a' } } }, [], 'ECONNRESET'])
  expect(second).toMatch(/^\{"type":"ADDED","object":\{"kind":"Lease"[^}]*$/)
})

test('a request that hangs can be aborted: nothing waits for it any more, and the server goes on', async () => {
  const hook = server.cluster.hooks.before({ kind: 'Node' }, { hang: true })
  const abort = new AbortController()
  const reply = fetch(`${server.url}/api/v1/nodes`, { signal: abort.signal })
  await vi.waitUntil(() => hook.calls === 1, BUSY)
  await expect(server.cluster.idle({ timeout: 1 })).rejects.toThrow('under way: GET /api/v1/nodes')
  abort.abort()
  await expect(reply).rejects.toThrow('aborted')
  await server.cluster.idle({ quiet: 1, timeout: BUSY.timeout })
  expect((await ask('/api/v1/namespaces')).status).toBe(200)
})

const handshake = (path: string) =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: ${new URL(server.url).host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    `Origin: ${server.url}`,
    '\r\n',
  ].join('\r\n')

test.each([
  ['breaks the connection', (socket: Socket) => socket.resetAndDestroy()],
  ['closes the connection', (socket: Socket) => socket.destroy()],
  ['ends its side', (socket: Socket) => socket.end()],
  ['ends its side after some bytes', (socket: Socket) => socket.end('x'.repeat(1000))],
  ['floods the connection', (socket: Socket) => socket.write('x'.repeat(1_000_000))],
])('nothing waits for a WebSocket that hangs once its client %s', async (_, leave) => {
  const hook = server.cluster.hooks.before({ kind: 'Node', verb: 'watch' }, { hang: true })
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => undefined).write(handshake('/api/v1/nodes?watch=true'))
  await vi.waitUntil(() => hook.calls === 1, BUSY)
  await expect(server.cluster.idle({ timeout: 1 })).rejects.toThrow('under way: GET /api/v1/nodes?watch=true')
  leave(socket)
  await server.cluster.idle({ quiet: 1, timeout: BUSY.timeout })
  expect((await ask('/api/v1/namespaces')).status).toBe(200)
})

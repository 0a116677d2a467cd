import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { StartOptions } from '../../../src/node/options.js'
import { type StartedCluster, startCluster } from '../../../src/node/start.js'

const LEASES = '/apis/coordination.k8s.io/v1/leases'
const TOKEN = 'base64url.bearer.authorization.k8s.io.'
const bearer = (token: string) => `${TOKEN}${Buffer.from(token).toString('base64url')}`

// A limit for hangs only: long enough not to be reached on a busy machine.
const BUSY = { timeout: 60_000 }

type Options = { readonly protocols?: readonly string[]; readonly headers?: Record<string, string> }

/** Opens a WebSocket with the server's own origin. */
function open({ url }: StartedCluster, path: string, { protocols = [], headers = {} }: Options = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, [...protocols], {
    rejectUnauthorized: false,
    headers: { Origin: url, ...headers },
  })
  const messages: string[] = []
  socket.on('message', (data: Buffer, isBinary) => messages.push(isBinary ? 'binary' : data.toString()))
  const closed = new Promise<number>((resolve) => void socket.on('close', resolve))
  const opened = new Promise<string>((resolve, reject) => {
    socket.on('open', () => resolve(socket.protocol))
    socket.on('error', reject)
  })
  // Tests see a broken connection by its close code.
  opened.catch(() => undefined)
  return { socket, messages, opened, closed }
}

const HANDSHAKE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
}

/** The bytes that follow the head of the reply to an upgrade. */
const raw = ({ url }: StartedCluster, path: string) =>
  new Promise<Buffer>((resolve, reject) => {
    const asked = request(`${url}${path}`, { agent: false, headers: { ...HANDSHAKE, Origin: url } })
    asked.on('upgrade', (_, socket, head) => {
      const pieces: Buffer[] = [head]
      socket.on('data', (piece: Buffer) => pieces.push(piece)).on('error', () => undefined)
      socket.on('close', () => resolve(Buffer.concat(pieces)))
    })
    asked.on('error', reject).end()
  })

/** The status code, body and Sec-WebSocket-Version of the reply to a refused upgrade. */
const refusal = (server: StartedCluster, path: string, { protocols = [], headers = {} }: Options = {}) =>
  new Promise<{ code: number | undefined; text: string; version: string | undefined }>((resolve, reject) => {
    const asked = request(`${server.url}${path}`, {
      agent: false,
      headers: {
        ...HANDSHAKE,
        Origin: server.url,
        ...(protocols.length > 0 ? { 'Sec-WebSocket-Protocol': protocols.join(', ') } : {}),
        ...headers,
      },
    })
    asked.on('response', (reply) => {
      let text = ''
      const version = reply.headers['sec-websocket-version']
      const end = () => resolve({ code: reply.statusCode, text, version: version?.toString() })
      reply.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      reply.on('end', end).on('error', end)
    })
    asked.on('upgrade', (reply, socket) => {
      socket.destroy()
      resolve({ code: reply.statusCode, text: '', version: undefined })
    })
    asked.on('error', reject).end()
  })

const named = (message: string | undefined) => {
  const { type, object } = JSON.parse(message ?? '') as { type: string; object: { metadata: { name?: string } } }
  return [type, object.metadata.name]
}

const lease = (name: string) => ({ metadata: { name, namespace: 'default' } })

/** Creates Leases once the watch is open. */
async function create({ cluster }: StartedCluster, ...names: readonly string[]): Promise<void> {
  await vi.waitUntil(() => cluster.watches().length === 1, BUSY)
  for (const name of names) await cluster.create('Lease', lease(name))
}

async function received(messages: readonly string[], count: number): Promise<void> {
  await vi.waitUntil(() => messages.length >= count, BUSY)
}

test.each([
  ['http', {}],
  ['http, with a log', { log: 'debug', print: () => undefined }],
  ['TLS', { tls: true }],
] as const)('each watch event is a text message: %s', async (_, options: StartOptions) => {
  await using server = await startCluster(options)
  const { messages, opened, socket } = open(server, `${LEASES}?watch=1`)
  expect(await opened).toBe('')
  await create(server, 'a', 'b')
  await server.cluster.delete('Lease', { name: 'a' })
  await received(messages, 3)
  expect(messages.map(named)).toEqual([
    ['ADDED', 'a'],
    ['ADDED', 'b'],
    ['DELETED', 'a'],
  ])
  expect(messages.every((message) => message.endsWith('}}\n'))).toBe(true)
  socket.close()
  await vi.waitUntil(() => server.cluster.watches().length === 0, BUSY)
})

test('with Accept of protobuf each watch event is a binary message without a length prefix', async () => {
  await using server = await startCluster()
  const { socket, opened } = open(server, `${LEASES}?watch=1`, {
    headers: { Accept: 'application/vnd.kubernetes.protobuf' },
  })
  const message = new Promise<string>((resolve) => {
    socket.on('message', (data: Buffer, isBinary) => resolve(isBinary ? data.toString('latin1') : 'text'))
  })
  await opened
  await create(server, 'a')
  expect((await message).slice(0, 8)).toBe('\n\x05ADDED\x12')
  socket.terminate()
})

test('the reply names the chosen subprotocol, never the one that carries the token', async () => {
  await using server = await startCluster({ token: 'se/cret+1' })
  const { opened, socket, messages } = open(server, `${LEASES}?watch=1`, {
    protocols: [bearer('se/cret+1'), 'any.thing'],
  })
  expect(await opened).toBe('any.thing')
  await create(server, 'a')
  await received(messages, 1)
  socket.terminate()
  const codes = [
    [],
    ['x'],
    [bearer('se/cret+1')],
    [bearer('other'), 'x'],
    [bearer('se/cret+1'), bearer('se/cret+1'), 'x'],
  ]
  for (const protocols of [
    ...codes,
    [`${TOKEN}a=`, 'x'],
    [`${TOKEN}_w`, 'x'],
    [bearer('se/cret+1 x'), 'x'],
    [bearer('☃'), 'x'],
  ]) {
    const { code, text } = await refusal(server, `${LEASES}?watch=1`, { protocols })
    expect([protocols, code, JSON.parse(text)]).toMatchObject([protocols, 401, { reason: 'Unauthorized' }])
  }
})

test('invalid WebSocket handshakes are answered as by the real server', async () => {
  await using server = await startCluster()
  const watch = `${LEASES}?watch=1`
  const withHeaders = (headers: Record<string, string>) => refusal(server, watch, { headers })
  expect(await refusal(server, watch, { protocols: ['a', 'b'] })).toMatchObject({ code: 400, text: '' })
  expect(await withHeaders({ 'Sec-WebSocket-Version': '8' })).toEqual({
    code: 400,
    text: 'missing or bad WebSocket Version',
    version: '13',
  })
  expect(await withHeaders({ 'Sec-WebSocket-Key': '' })).toMatchObject({
    code: 400,
    text: 'mismatch challenge/response',
  })
  expect(await withHeaders({ 'Sec-WebSocket-Key': 'short' })).toMatchObject({ code: 400 })
  expect(await withHeaders({ Origin: '' })).toMatchObject({ code: 403 })
  expect(server.cluster.watches()).toEqual([])
})

test('an upgrade of a request that is no watch is answered as a plain request', async () => {
  await using server = await startCluster()
  const ask = (path: string, headers = {}) => refusal(server, path, { headers })
  expect(await ask('/api/v1/namespaces')).toMatchObject({
    code: 200,
    text: expect.stringContaining('"items"') as unknown,
  })
  expect(await ask('/api/v1/nowhere?watch=1')).toMatchObject({ code: 404 })
  expect(await ask('/version')).toMatchObject({ code: 200 })
  expect(await ask('/api/v1/pods?watch=1', { Accept: 'text/plain' })).toMatchObject({ code: 406 })
  expect(await ask('/_fakecluster/clock')).toMatchObject({ code: 200 })
  expect(await ask('/api/v1/namespaces', { Upgrade: 'h2c' })).toMatchObject({ code: 200 })
  expect(await ask('//')).toMatchObject({ code: 404 })
})

test.each([{}, { tls: true }])('a connection goes on after an ignored upgrade, %o', async (options) => {
  const warned = vi.fn()
  process.on('warning', warned)
  await using server = await startCluster(options)
  const { hostname, port } = new URL(server.url)
  const body = (name: string) => JSON.stringify({ metadata: { name } })
  const post = (name: string) =>
    `POST /api/v1/namespaces HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n` +
    `Content-Length: ${body(name).length}\r\n\r\n${body(name)}`
  const { connect: connectTls } = await import('node:tls')
  const socket = options.tls
    ? connectTls({ port: Number(port), host: hostname, rejectUnauthorized: false })
    : connect(Number(port), hostname)
  let text = ''
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  const codes = () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code)
  for (let i = 0; i < 15; i++) {
    socket.write(post(`n${i}`))
    await vi.waitUntil(() => codes().length === i + 1, BUSY)
  }
  // Two pipelined requests.
  socket.write(post('x') + post('y'))
  await vi.waitUntil(() => codes().length === 17, BUSY)
  expect(new Set(codes())).toEqual(new Set(['201']))
  socket.destroy()
  process.off('warning', warned)
  expect(warned).not.toHaveBeenCalled()
})

test('pages of other origins and unknown hosts are refused, those in cors are accepted', async () => {
  await using server = await startCluster({ cors: ['https://app.example'] })
  const code = async (headers: Record<string, string>) => (await refusal(server, `${LEASES}?watch=1`, { headers })).code
  const { port } = new URL(server.url)
  expect(await code({ Origin: 'https://evil.example' })).toBe(403)
  expect(await code({ Host: `evil.example:${port}`, Origin: `http://evil.example:${port}` })).toBe(403)
  expect(await code({ Origin: 'https://app.example', 'Sec-Fetch-Site': 'cross-site' })).toBe(101)
  expect(await code({ Origin: 'null' })).toBe(403)
})

test('a watch that ends sends a close frame, a watch that is cut does not', async () => {
  await using server = await startCluster({ clock: 'virtual' })
  const ended = open(server, `${LEASES}?watch=1&timeoutSeconds=5`)
  await ended.opened
  await server.cluster.clock.advance('5s')
  expect(await ended.closed).toBe(1000)

  const cut = open(server, `${LEASES}?watch=1`)
  await create(server)
  server.cluster.watches()[0]?.cut()
  expect(await cut.closed).toBe(1006)

  const torn = raw(server, `${LEASES}?watch=1`)
  await vi.waitUntil(() => server.cluster.watches().length === 1, BUSY)
  server.cluster.watches()[0]?.cut('mid-line')
  await server.cluster.create('Lease', lease('torn'))
  const bytes = await torn
  // The header of the text frame has the full length; half of it follows.
  const [head, length] = [bytes.readUInt16BE(0), bytes.readUInt16BE(2)]
  expect([head, bytes.length - 4]).toEqual([0x817e, length >> 1])
  expect(bytes.subarray(4).toString()).toMatch(/^\{"type":"ADDED","object":\{"kind":"Lease"[^}]*$/)
})

test('watch hooks drop, hold and expire events of a WebSocket', async () => {
  await using server = await startCluster({ clock: 'virtual' })
  const { hooks, clock } = server.cluster
  hooks.watch({ kind: 'Lease', name: 'dropped' }, { drop: true })
  hooks.watch({ kind: 'Lease', name: 'late' }, { hold: '3s' })
  const { messages, opened, closed } = open(server, `${LEASES}?watch=1`)
  await opened
  await create(server, 'dropped', 'now', 'late')
  await received(messages, 1)
  await clock.advance('2s')
  expect(messages.map(named)).toEqual([['ADDED', 'now']])
  await clock.advance('1s')
  await received(messages, 2)
  expect(messages.map(named)).toEqual([
    ['ADDED', 'now'],
    ['ADDED', 'late'],
  ])
  const [watch] = server.cluster.watches()
  watch?.hold()
  await server.cluster.create('Lease', lease('held'))
  watch?.release()
  await received(messages, 3)
  expect(named(messages[2])).toEqual(['ADDED', 'held'])
  watch?.expire()
  expect(await closed).toBe(1000)
  expect(JSON.parse(messages[3] ?? '')).toMatchObject({ type: 'ERROR', object: { code: 410 } })
  expect(server.cluster.journal.requests({ verb: 'watch' })).toMatchObject([
    { verb: 'watch', kind: 'Lease', via: 'http' },
  ])
})

test('before hooks refuse, cut and delay the opening of a WebSocket', async () => {
  await using server = await startCluster({ clock: 'virtual' })
  const { hooks } = server.cluster
  hooks.before({ verb: 'watch' }, { status: 'TooManyRequests' }, { times: 1 })
  expect(await refusal(server, `${LEASES}?watch=1`)).toMatchObject({ code: 429 })
  hooks.before({ verb: 'watch' }, { cut: true }, { times: 1 })
  await expect(refusal(server, `${LEASES}?watch=1`)).rejects.toThrow('socket hang up')
  const held = hooks.before({ verb: 'watch' }, { delay: '3s' }, { times: 1 })
  const { socket, closed } = open(server, `${LEASES}?watch=1`)
  await vi.waitUntil(() => held.calls === 1, BUSY)
  socket.terminate()
  await closed
  await server.cluster.clock.advance('3s')
  // The watch opens, and ends as its client is gone.
  const last = () => server.cluster.journal.requests({ verb: 'watch' }).at(-1)
  await vi.waitUntil(() => last()?.reply?.type === 'watch', BUSY)
  await vi.waitUntil(() => server.cluster.watches().length === 0, BUSY)
})

test('a slow client receives all events', async () => {
  await using server = await startCluster()
  const { socket, messages, opened } = open(server, `${LEASES}?watch=1`)
  await opened
  socket.pause()
  await create(server)
  const text = 'x'.repeat(100_000)
  for (let i = 0; i < 100; i++)
    await server.cluster.create('Lease', { metadata: { ...lease(`l${i}`).metadata, annotations: { text } } })
  socket.resume()
  await received(messages, 100)
  expect(messages.map((message) => named(message)[1])).toEqual(Array.from({ length: 100 }, (_, i) => `l${i}`))
})

test('messages from the client are ignored, and one that is too long closes the watch', async () => {
  await using server = await startCluster()
  const { socket, opened, closed, messages } = open(server, `${LEASES}?watch=1`)
  await opened
  socket.send('hello')
  socket.ping()
  await once(socket, 'pong')
  await create(server, 'a')
  await received(messages, 1)
  socket.send('x'.repeat(1_000_000))
  expect(await closed).not.toBe(1000)
  await vi.waitUntil(() => server.cluster.watches().length === 0, BUSY)
})

test('closing the server closes its WebSockets', async () => {
  const server = await startCluster({ tls: true })
  const { opened, closed } = open(server, `${LEASES}?watch=1`)
  await opened
  await server.close()
  expect(await closed).toBe(1000)
})

// Node.js 20 has no WebSocket client of its own.
test.skipIf(!('WebSocket' in globalThis))('the built-in WebSocket of Node.js opens a watch', async () => {
  await using server = await startCluster()
  const Own = (
    globalThis as unknown as { WebSocket: new (url: string, options: object) => EventTarget & { close(): void } }
  ).WebSocket
  const opened = new Own(`${server.url.replace('http', 'ws')}${LEASES}?watch=1`, { headers: { origin: server.url } })
  const message = new Promise<string>((resolve) =>
    opened.addEventListener('message', (event) => resolve((event as Event & { data: string }).data)),
  )
  await create(server, 'a')
  expect(named(await message)).toEqual(['ADDED', 'a'])
  opened.close()
})

import { type Socket, connect } from 'node:net'
import { expect, test } from 'vitest'
import { createKeptInput } from '../../src/rest/connect/session.js'
import { startCluster } from '../../src/node/start.js'

const MIB = 1024 * 1024
const BUSY = { timeout: 120_000 }
const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)

/** A client's frame with an all-zero mask; `length` may differ from that of the payload. */
function frame(type: number, payload: Buffer, { isLast = true, length = payload.length } = {}): Buffer {
  const head = Buffer.alloc(14)
  head[0] = type | (isLast ? 0x80 : 0)
  head[1] = 0x80 | 127
  head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, payload])
}

const stdin = (text: string) => Buffer.from(`\0${text}`)
const END_OF_STDIN = frame(2, Buffer.of(255, 0))
const EXEC = 'exec?command=a&stdin=true&stdout=true&stderr=true'

async function serving(play: (server: { readonly url: string; readonly open: Open }) => Promise<void>): Promise<void> {
  const server = await startCluster({
    port: 0,
    clock: 'virtual',
    seed: 1,
    nodes: 1,
    containers: { exec: ({ stdin }) => `${stdin.length} ${stdin.slice(-1)}` },
  })
  try {
    const { cluster, url } = server
    const spec = { nodeName: 'node-1', containers: [{ name: 'web', image: 'a' }] }
    await cluster.create('v1/Pod', { metadata: { name: 'web' }, spec })
    await cluster.clock.advance('1s')
    await play({ url, open: (path) => open(url, path) })
  } finally {
    await server.close()
  }
}

type Opened = { readonly socket: Socket; readonly read: () => string; readonly closed: Promise<unknown> }
type Open = (path: string) => Promise<Opened>

/** Opens a session on a raw socket, so that invalid frames can be sent. */
async function open(url: string, path: string): Promise<Opened> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let read = ''
  socket.on('error', () => undefined).on('data', (bytes: Buffer) => void (read += bytes.toString('latin1')))
  const closed = new Promise((resolve) => void socket.on('close', resolve))
  const head = [
    `GET /api/v1/namespaces/default/pods/web/${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    'Sec-WebSocket-Protocol: v5.channel.k8s.io',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await expect.poll(() => read, { timeout: 20_000 }).toContain('101 Switching')
  return { socket, read: () => read, closed }
}

const isAlive = async (url: string) => (await fetch(`${url}/api/v1/nodes`)).status === 200

test('a session receives all input sent before it begins, in many frames or in one', BUSY, () =>
  serving(async ({ open }) => {
    const bytes = await open(EXEC)
    for (const _ of range(200)) bytes.socket.write(Buffer.concat(range(1000).map(() => frame(2, stdin('x')))))
    bytes.socket.write(Buffer.concat([frame(2, stdin('y')), END_OF_STDIN]))
    await expect.poll(bytes.read, { timeout: 60_000 }).toContain('200001 y')
    const whole = await open(EXEC)
    whole.socket.write(Buffer.concat([frame(2, stdin('x'.repeat(MIB))), END_OF_STDIN]))
    await expect.poll(whole.read, { timeout: 60_000 }).toContain(`${MIB} x`)
    for (const { socket } of [bytes, whole]) socket.destroy()
  }),
)

test.each([
  ['of an unknown type', frame(3, Buffer.from('abc'))],
  ['with reserved bits', Buffer.from([0xf2, 0x80, 0, 0, 0, 0])],
  ['without a mask', Buffer.from([0x82, 1, 0])],
  ['above the limit of length', frame(2, Buffer.from('a'), { length: 2 ** 40 })],
  ['in too many fragments', Buffer.concat(range(20_000).map((i) => frame(i ? 0 : 2, stdin(''), { isLast: false })))],
  ['that continues no message', frame(0, Buffer.from('a'))],
  ['that closes with half a code', frame(8, Buffer.of(1))],
  ['of text that is no UTF-8', frame(1, Buffer.alloc(100, 0xff))],
  ['of a ping with more than 125 bytes', frame(9, Buffer.alloc(200))],
])('a frame %s ends only its own connection', BUSY, (_, bytes) =>
  serving(async ({ url, open }) => {
    const other = await open(EXEC)
    const { socket, closed } = await open(EXEC)
    socket.write(bytes)
    await closed
    expect(await isAlive(url)).toBe(true)
    other.socket.write(Buffer.concat([frame(2, stdin('x')), END_OF_STDIN]))
    await expect.poll(other.read, { timeout: 20_000 }).toContain('1 x')
    other.socket.destroy()
  }),
)

test('messages of unknown channels are ignored', BUSY, () =>
  serving(async ({ open }) => {
    const { socket, read } = await open(EXEC)
    const odd = range(256).map((channel) => frame(2, Buffer.of(channel === 255 ? 254 : channel, 0x5b, 0x7b)))
    socket.write(Buffer.concat([frame(2, Buffer.alloc(0)), ...odd, frame(2, Buffer.of(255)), END_OF_STDIN]))
    await expect.poll(read, { timeout: 20_000 }).toContain('2 {')
    socket.destroy()
  }),
)

test('memory for incomplete messages is limited', BUSY, () =>
  serving(async ({ url, open }) => {
    const half = Buffer.alloc(20 * MIB)
    const sessions = await Promise.all(range(8).map(() => open(EXEC)))
    const ended = Promise.race(sessions.map(({ closed }) => closed))
    for (const { socket } of sessions) socket.write(frame(2, half, { length: 31 * MIB }))
    // Eight times 20 MiB exceed the limit: the last of the connections are ended.
    await ended
    expect(await isAlive(url)).toBe(true)
    const takesAll = async (session: Opened) => {
      session.socket.write(Buffer.concat([frame(2, Buffer.concat([Buffer.of(0), half])), END_OF_STDIN]))
      await expect.poll(session.read, { timeout: 60_000 }).toContain(`${half.length} `)
      session.socket.destroy()
    }
    // Another server has a limit of its own.
    await serving(async (other) => takesAll(await other.open(EXEC)))
    for (const { socket } of sessions) socket.destroy()
    await Promise.all(sessions.map(({ closed }) => closed))
    await takesAll(await open(EXEC))
  }),
)

test('hundreds of unfinished upgrades do not keep other requests waiting', BUSY, () =>
  serving(async ({ url }) => {
    const port = Number(new URL(url).port)
    const halves = ['exec?command=a&stdin=1', 'attach?stdin=1', 'portforward?ports=80'].flatMap((path) =>
      range(100).map((i) => {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined)
        const text = `GET /api/v1/namespaces/default/pods/web/${path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`
        socket.write(i % 2 ? text : `${text}\r\n`)
        return socket
      }),
    )
    expect(await Promise.all(range(20).map(() => isAlive(url)))).not.toContain(false)
    for (const socket of halves) socket.destroy()
    expect(await isAlive(url)).toBe(true)
  }),
)

test('stdin kept for commands is limited for each and for the cluster, and released', () => {
  const piece = new Uint8Array(MIB).fill(0x61)
  const [own, other] = [{}, {}]
  const fill = (cluster: object = own) => {
    const input = createKeptInput(cluster)
    let kept = 0
    while (input.add(piece)) kept++
    return { input, kept }
  }
  const filled = range(5).map(() => fill())
  expect(filled.map(({ kept }) => kept)).toEqual([32, 32, 32, 32, 0])
  expect(fill(other).kept).toBe(32)
  for (const { input, kept } of filled) expect(input.take()).toHaveLength(kept * MIB)
  const { input, kept } = fill()
  expect(kept).toBe(32)
  expect(input.take()).toHaveLength(32 * MIB)
  expect(input.take()).toBe('')
})

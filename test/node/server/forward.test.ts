import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type StartedCluster, startCluster } from '../../../src/node.js'

const PATH = '/api/v1/namespaces/default/pods/web/portforward'
const GET = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

let server: StartedCluster

beforeEach(async () => {
  server = await startCluster({
    port: 0,
    ...{ clock: 'virtual', seed: 1, nodes: 1 },
    containers: {
      pod: 'web',
      http: async (request) => {
        if (new URL(request.url).pathname === '/long') return new Response(longBody())
        if (new URL(request.url).pathname === '/unread')
          await new Promise((resolve) => setTimeout(resolve, 60_000).unref())
        return new Response(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`)
      },
    },
  })
  for (const name of ['web', 'idle']) {
    const containers = [{ name: 'a', image: 'a', ports: [{ containerPort: 8080 }] }]
    const nodeSelector = name === 'idle' ? { no: 'node' } : {}
    await server.cluster.create('v1/Pod', { metadata: { name }, spec: { containers, nodeSelector } })
  }
  await server.cluster.clock.advance('5s')
})
afterEach(() => server.close())

const PIECE = new Uint8Array(64 * 1024)
const PIECES = 1024
let piecesSent = 0

/** A body of 64 MiB, which is made as it is read. */
const longBody = () => {
  piecesSent = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(PIECE)
      if (++piecesSent === PIECES) controller.close()
    },
  })
}

const sandbox = async () => {
  const { metadata } = await server.cluster.get('v1/Pod', { name: 'web' })
  const uid = metadata.uid ?? ''
  return { uid, id: uid.replaceAll('-', '').repeat(2) }
}

/** What containerd says about a closed port. */
async function closed(port: number): Promise<string> {
  const { uid, id } = await sandbox()
  return `error forwarding port ${port} to pod ${id}, uid : failed to execute portforward in network namespace "/var/run/netns/cni-${uid}": failed to connect to localhost:${port} inside namespace "${id}", IPv4: dial tcp4 127.0.0.1:${port}: connect: connection refused IPv6 dial tcp6 [::1]:${port}: connect: connection refused `
}

/** Opens a WebSocket, sends messages, and returns what came until it was closed, by channel. */
async function channels(query: string, protocols: string[], messages: readonly (string | Uint8Array)[]) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${PATH}${query}`, protocols)
  const came = new Map<number, string>()
  socket.on('message', (data: Buffer, isBinary) => {
    const channel = isBinary ? (data[0] ?? 0) : Number(data.toString('latin1', 0, 1))
    const bytes = isBinary ? data.subarray(1) : Buffer.from(data.toString('latin1', 1), 'base64')
    came.set(channel, (came.get(channel) ?? '') + bytes.toString('latin1'))
  })
  socket.on('open', () => {
    for (const message of messages) socket.send(message)
  })
  const [code] = (await once(socket, 'close')) as [number]
  return { code, came, protocol: socket.protocol }
}

const onChannel = (channel: number, text: string) => Buffer.concat([Buffer.of(channel), Buffer.from(text)])

test('two channels for each port carry an HTTP exchange, and the words about a closed port', async () => {
  const { code, came, protocol } = await channels('?ports=8080&ports=9', ['v4.channel.k8s.io'], [onChannel(0, GET)])
  expect([code, protocol]).toEqual([1000, 'v4.channel.k8s.io'])
  // 8080 is 0x1f90.
  expect(came.get(0)).toMatch(/^\x90\x1fHTTP\/1\.1 200 OK\r\n[\s\S]*GET \/healthz $/)
  expect(came.get(1)).toBe('\x90\x1f')
  expect([came.get(2), came.get(3)]).toEqual(['\x09\x00', `\x09\x00${await closed(9)}`])
})

test('the channels may be text in base64, and ports a list', async () => {
  const sent = `0${Buffer.from(GET).toString('base64')}`
  const { came } = await channels('?ports=8080,9', ['v4.base64.channel.k8s.io'], [sent])
  expect(came.get(0)).toMatch(/GET \/healthz $/)
})

test('without ports, or with other subprotocols, a WebSocket is refused', async () => {
  for (const [query, protocols, line] of [
    ['', ['v4.channel.k8s.io'], 400],
    ['?ports=8080', ['v5.channel.k8s.io'], 403],
    ['?ports=x', ['v4.channel.k8s.io'], 400],
  ] as const) {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}${PATH}${query}`, [...protocols])
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
    expect(response.statusCode).toBe(line)
    socket.on('error', () => undefined).terminate()
  }
})

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function frame(first: number, second: number, flags: number, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt16BE(first, 0)
  head.writeUInt16BE(second, 2)
  head[4] = flags
  head.writeUIntBE(body.length, 5, 3)
  return Buffer.concat([head, body])
}

/** A frame that opens a stream; its headers are in a stored block of the zlib stream of the connection. */
function opening(stream: number, headers: Readonly<Record<string, string>>): Buffer {
  const words = Object.entries(headers).flat()
  const block = Buffer.concat([
    uint32(words.length / 2),
    ...words.flatMap((word) => [uint32(word.length), Buffer.from(word)]),
  ])
  const length = Buffer.alloc(5)
  length.writeUInt16LE(block.length, 1)
  length.writeUInt16LE(block.length ^ 0xffff, 3)
  const head = stream === 1 ? '7820e3c6a7c2' : ''
  const zlib = Buffer.concat([Buffer.from(head, 'hex'), length, block, Buffer.from('000000ffff', 'hex')])
  return frame(0x8003, 1, 0, Buffer.concat([uint32(stream), uint32(0), Buffer.alloc(2), zlib]))
}

const data = (stream: number, text: string, flags = 0) => frame(0, stream, flags, Buffer.from(text))

/** Collects the data of streams, and the ids of those that ended or were reset. */
function collect(): { take: (bytes: Buffer) => void; told: Map<number, string>; over: string[] } {
  const [told, over] = [new Map<number, string>(), [] as string[]]
  let rest = Buffer.alloc(0)
  return {
    told,
    over,
    take(bytes) {
      rest = Buffer.concat([rest, bytes])
      while (rest.length >= 8 && rest.length >= 8 + rest.readUIntBE(5, 3)) {
        const body = rest.subarray(8, 8 + rest.readUIntBE(5, 3))
        if (rest.readUInt16BE(0) < 0x8000) {
          const stream = rest.readUInt32BE(0)
          told.set(stream, (told.get(stream) ?? '') + body.toString())
          if (rest[4] === 1) over.push(`end ${stream}`)
        } else if (rest.readUInt16BE(2) === 3) over.push(`reset ${body.readUInt32BE(0)}`)
        else if (rest.readUInt16BE(2) === 6) over.push('ping')
        rest = rest.subarray(8 + body.length)
      }
    },
  }
}

const pairOf = (first: number, id: string, port: string) => [
  opening(first, { streamtype: 'error', port, requestid: id }),
  frame(0, first, 1, Buffer.alloc(0)),
  opening(first + 2, { streamtype: 'data', port, requestid: id }),
]

async function exchange(send: (bytes: Buffer) => void, collected: ReturnType<typeof collect>): Promise<void> {
  const { told, over } = collected
  for (const each of [...pairOf(1, '0', '8080'), data(3, GET), ...pairOf(5, '1', '9'), frame(0x8003, 6, 0, uint32(1))])
    send(each)
  while (over.length < 5) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(told.get(3)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*GET \/healthz $/)
  expect([told.get(1), told.get(5), told.get(7)]).toEqual(['', await closed(9), undefined])
  expect(over.sort()).toEqual(['end 1', 'end 3', 'ping', 'reset 5', 'reset 7'])
}

/** A message to a server: masked, by zeros. */
function message(bytes: Buffer): Buffer {
  const head = Buffer.from([0x82, 0xfe, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(bytes.length, 2)
  return Buffer.concat([head, bytes])
}

/** Passes on the payloads of a server's messages, which are shorter than 64 KiB here. */
function messages(take: (bytes: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      const isLong = rest[1] === 126
      if (rest.length < (isLong ? 4 : 2)) return
      const start = isLong ? 4 : 2
      const end = start + (isLong ? rest.readUInt16BE(2) : (rest[1] ?? 0))
      if (rest.length < end) return
      take(rest.subarray(start, end))
      rest = rest.subarray(end)
    }
  }
}

test('a tunnel of SPDY through a WebSocket carries a pair of streams for each connection', async () => {
  // The library does not ask for a subprotocol with a `/`.
  const socket = await dial(
    `GET ${PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: SPDY/3.1+portforward.k8s.io\r\n\r\n`,
  )
  const [head] = (await once(socket, 'data')) as [Buffer]
  expect(head.toString()).toMatch(/^HTTP\/1\.1 101 [\s\S]*Sec-WebSocket-Protocol: SPDY\/3\.1\+portforward\.k8s\.io\r\n/)
  const collected = collect()
  socket.on('data', messages(collected.take))
  await exchange((bytes) => socket.write(message(bytes)), collected)
  socket.destroy()
})

const upgrade = (path: string, version: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: ${version}\r\n\r\n`

async function dial(text: string, ...more: readonly Buffer[]): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(Buffer.concat([Buffer.from(text), ...more]))
  return socket
}

test('an upgrade to SPDY does so too, with frames sent at once', async () => {
  const socket = await dial(upgrade(PATH, 'portforward.k8s.io'), frame(0x8003, 4, 0, uint32(0)))
  const [head] = (await once(socket, 'data')) as [Buffer]
  expect(head.toString()).toMatch(
    /^HTTP\/1\.1 101 Switching Protocols\r\nX-Stream-Protocol-Version: portforward\.k8s\.io\r\n/,
  )
  const collected = collect()
  socket.on('data', collected.take)
  await exchange((bytes) => socket.write(bytes), collected)
  socket.destroy()
})

test.each([
  [
    PATH,
    'portforward.k8s.io/2',
    /^HTTP\/1\.1 403 Forbidden\r\nX-Accepted-Stream-Protocol-Versions: portforward\.k8s\.io\r\n/,
  ],
  [PATH.replace('web', 'none'), 'portforward.k8s.io', /^HTTP\/1\.1 404 [\s\S]*pods \\"none\\" not found/],
  [PATH.replace('web', 'idle'), 'portforward.k8s.io', /^HTTP\/1\.1 400 [\s\S]*pod idle does not have a host assigned/],
  [
    `${PATH.replace('portforward', 'exec')}?command=ls&stdout=1`,
    'v4.channel.k8s.io',
    /^HTTP\/1\.1 501 [\s\S]*exec over SPDY is not served/,
  ],
])(
  'a refused upgrade of %s to SPDY (%s) is answered in words, whatever was sent at once',
  async (path, version, reply) => {
    const socket = await dial(upgrade(path, version), ...pairOf(1, '0', '8080'))
    let text = ''
    socket.on('data', (bytes: Buffer) => void (text += bytes.toString()))
    await once(socket, 'close')
    expect(text).toMatch(reply)
  },
)

test('what is no SPDY ends the connection', async () => {
  const socket = await dial(
    upgrade(PATH, 'portforward.k8s.io'),
    Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'),
  )
  socket.resume()
  await once(socket, 'close')
  const other = await dial(upgrade(PATH, 'portforward.k8s.io'), frame(0x8003, 1, 0, Buffer.from('no headers at all')))
  other.resume()
  await once(other, 'close')
  expect([socket.destroyed, other.destroyed]).toEqual([true, true])
})

const LONG = 'GET /long HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

/** Waits until no more pieces of the long body are made, and returns how many were. */
async function pausedAfter(): Promise<number> {
  for (let before = -1; before !== piecesSent || before === 0;) {
    before = piecesSent
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  return piecesSent
}

test('a port pauses while its client does not read, and nothing is lost: SPDY', async () => {
  const socket = await dial(upgrade(PATH, 'portforward.k8s.io'), ...pairOf(1, '0', '8080'), data(3, LONG))
  socket.pause()
  expect(await pausedAfter()).toBeLessThan(PIECES)
  let length = 0
  let isOver = false
  let rest = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    length += bytes.length
    rest = Buffer.concat([rest.subarray(-16), bytes])
    // The last frame, of the stream for the error.
    isOver ||= rest.subarray(-8).equals(data(1, '', 1))
  })
  socket.resume()
  await expect.poll(() => isOver, { timeout: 30_000 }).toBe(true)
  expect(length).toBeGreaterThan(PIECES * PIECE.length)
  socket.destroy()
})

test('a port pauses while its client does not read, and nothing is lost: channels', async () => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${PATH}?ports=8080`, ['v4.channel.k8s.io'])
  await once(socket, 'open')
  socket.pause()
  socket.send(onChannel(0, LONG))
  expect(await pausedAfter()).toBeLessThan(PIECES)
  let length = 0
  socket.on('message', (bytes: Buffer) => void (length += bytes.length))
  socket.resume()
  const [code] = (await once(socket, 'close')) as [number]
  expect(code).toBe(1000)
  expect(length).toBeGreaterThan(PIECES * PIECE.length)
})

const UNREAD = `POST /unread HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n`
const WORDS = 'fakecluster keeps no more than 8 MiB of what is sent to a forwarded port and not read there\n'
const part = 'x'.repeat(512 * 1024)

test('what nobody reads behind a port ends the connection to it in words', async () => {
  const { code, came } = await channels(
    '?ports=8080',
    ['v4.channel.k8s.io'],
    [onChannel(0, UNREAD), ...Array.from({ length: 24 }, () => onChannel(0, part))],
  )
  expect([code, came.get(1)]).toEqual([1000, `\x90\x1f${WORDS}`])

  const socket = await dial(upgrade(PATH, 'portforward.k8s.io'))
  await once(socket, 'data')
  const collected = collect()
  socket.on('data', collected.take)
  for (const each of [...pairOf(1, '0', '8080'), data(3, UNREAD)]) socket.write(each)
  for (let i = 0; i < 24; i++) socket.write(data(3, part))
  await expect.poll(() => collected.over.toSorted(), { timeout: 30_000 }).toEqual(['end 1', 'end 3'])
  expect(collected.told.get(1)).toBe(WORDS)
  socket.destroy()
})

test('a client that sends pings and reads nothing is left', async () => {
  const socket = await dial(upgrade(PATH, 'portforward.k8s.io'))
  socket.pause().on('error', () => undefined)
  // Each is answered with the same bytes.
  const ping = frame(0x8003, 6, 0, Buffer.alloc(512 * 1024))
  while (!socket.destroyed) {
    if (socket.writableLength === 0) socket.write(ping)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  expect(socket.destroyed).toBe(true)
})

import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { type Socket, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Fetch } from '../../../src/server/http/app.js'
import { type Listening, listen } from '../../../src/node/server/serve.js'
import type { WatchEvent, WatchStream } from '../../../src/model/call/watch-event.js'
import type { Reply } from '../../../src/server/wire/reply.js'

let server: Listening
let reported: unknown[]

afterEach(() => server.close())

async function answerWith(fetch: Fetch): Promise<string> {
  reported = []
  server = await listen({
    fetch,
    host: '127.0.0.1',
    port: 0,
    report: (error, request) => reported.push([request, (error as Error).message]),
  })
  return server.url
}

/** A reply with a watch stream of the events that `next` returns, encoded by `frame`. */
function watching(
  next: WatchStream['next'],
  frame: (event: WatchEvent) => string,
  close: () => void = () => undefined,
): Reply {
  // Only the methods that the transport calls.
  const stream = { next, onReady: () => undefined, end: () => undefined, close } as unknown as WatchStream
  return {
    status: 200,
    headers: { 'Content-Type': 'application/json' },
    warnings: [],
    body: { type: 'watch', stream, format: { media: 'json' }, encode: frame },
  }
}

const EVENT = { type: 'ADDED' } as WatchEvent // its content is never read

const open = async (url: string): Promise<IncomingMessage> =>
  ((await once(get(url, { agent: false }), 'response')) as [IncomingMessage])[0]

const PANIC = 'This request caused apiserver to panic. Look in the logs for details.\n'

test.each<[string, Fetch]>([
  [
    'thrown',
    () => {
      throw new Error('bug')
    },
  ],
  ['rejected', () => Promise.reject(new Error('bug'))],
])('an error %s is answered with 500 and reported', async (_, fetch) => {
  const url = await answerWith(fetch)
  const reply = await globalThis.fetch(`${url}/a?b`)
  expect([reply.status, reply.headers.get('content-type'), await reply.text()]).toEqual([
    500,
    'text/plain; charset=utf-8',
    PANIC,
  ])
  expect(reported).toEqual([['GET /a?b', 'bug']])
})

test('an error in the middle of a watch breaks the connection and is reported', async () => {
  let count = 0
  const frame = () => {
    if (count++ > 0) throw new Error('bug')
    return 'one\n'
  }
  const url = await answerWith((_, { send }) => send!(watching(() => EVENT, frame)))
  const reply = await open(url)
  reply.resume()
  await expect(once(reply, 'end')).rejects.toThrow('aborted')
  expect(reported).toEqual([['GET /', 'bug']])
})

test('a client that disconnects in the middle of its body is not reported as an error', async () => {
  let arrived = () => undefined as void
  const reading = new Promise<void>((resolve) => (arrived = resolve))
  let failed: Promise<unknown> = Promise.resolve()
  const url = await answerWith((request) => {
    const text = request.text()
    failed = text.then(
      () => 'read',
      () => 'failed',
    )
    arrived()
    return text.then((read) => new Response(read))
  })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc')
  await reading
  socket.destroy()
  expect(await failed).toBe('failed')
  await server.close()
  expect(reported).toEqual([])
})

test('a client that disconnects closes its watch', async () => {
  let closed = () => undefined as void
  const gone = new Promise<void>((resolve) => (closed = resolve))
  const events: (WatchEvent | undefined)[] = [EVENT]
  const url = await answerWith((_, { send }) =>
    send!(
      watching(
        () => events.shift(),
        () => 'one\n',
        closed,
      ),
    ),
  )
  const reply = await open(url)
  expect(String((await once(reply, 'data'))[0])).toBe('one\n')
  reply.destroy()
  await gone
})

test('a client that disconnects before its watch begins closes it too', async () => {
  let closed = () => undefined as void
  const gone = new Promise<void>((resolve) => (closed = resolve))
  let proceed = () => undefined as void
  const held = new Promise<void>((resolve) => (proceed = resolve))
  let left: Promise<unknown> = Promise.resolve()
  let taken = 0
  const next = () => {
    taken++
    return undefined
  }
  const url = await answerWith(async (request, { send }) => {
    left = once(request.signal, 'abort').then(proceed)
    socket.destroy()
    await held
    return send!(watching(next, () => '', closed))
  })
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await gone
  await left
  expect(taken).toBe(0)
})

test('a client that stops reading stops the watch (backpressure)', async () => {
  const total = 2000
  const frame = `${'x'.repeat(20_000)}\n`
  let taken = 0
  const url = await answerWith((_, { send }) =>
    send!(
      watching(
        () => (taken < total ? EVENT : 'end'),
        () => (taken++, frame),
      ),
    ),
  )
  const reply = await open(url) // paused until it has a listener
  // How much the two sockets buffer is up to the system; twenty megabytes are more than that.
  expect(taken).toBeLessThan(total / 2)
  let bytes = 0
  for await (const chunk of reply) bytes += (chunk as Buffer).length
  expect([taken, bytes]).toEqual([total, total * frame.length])
})

test('closing does not wait for clients', async () => {
  const url = await answerWith(() => new Promise(() => undefined))
  const port = Number(new URL(url).port)
  const silent = connect(port, '127.0.0.1')
  const waiting = connect(port, '127.0.0.1')
  waiting.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await Promise.all([once(silent, 'connect'), once(waiting, 'connect')])
  const closed = [silent, waiting].map(
    (socket) =>
      new Promise((resolve) =>
        socket
          .on('error', () => undefined)
          .on('close', resolve)
          .resume(),
      ),
  )
  await Promise.all([server.close(), server.close()])
  await Promise.all(closed)
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
})

test('a Warning header is sent in UTF-8, whatever the body', async () => {
  const body = { type: 'text', text: '"é日"' } as const
  const url = await answerWith((_, { send }) => send!({ status: 200, headers: {}, warnings: ['é'], body }))
  const { headers } = await globalThis.fetch(url)
  expect(Buffer.from(headers.get('warning') ?? '', 'latin1').toString()).toBe('299 - "é"')
})

test('listen() does not replace global Request, Response and Headers', async () => {
  const before = [globalThis.Request, globalThis.Response, globalThis.Headers]
  await answerWith(() => new Response('ok'))
  expect([globalThis.Request, globalThis.Response, globalThis.Headers]).toEqual(before)
})

test.each([
  ['::1', 'http://[::1]:'],
  ['0.0.0.0', 'http://127.0.0.1:'],
  ['localhost', 'http://localhost:'],
])('the URL of a server that listens on %s', async (host, start) => {
  server = await listen({ fetch: () => new Response('ok'), host, port: 0, report: () => undefined })
  expect(server.url.startsWith(start)).toBe(true)
  expect(await (await globalThis.fetch(server.url)).text()).toBe('ok')
})

test('a port in use is refused with a StartError', async () => {
  const url = await answerWith(() => new Response('ok'))
  const port = Number(new URL(url).port)
  await expect(
    listen({ fetch: () => new Response(), host: '127.0.0.1', port, report: () => undefined }),
  ).rejects.toThrow(
    expect.objectContaining({
      name: 'StartError',
      message: `Port ${port} of 127.0.0.1 is taken: stop what listens there, or choose another port (0 picks a free one).`,
    }),
  )
})

import { expect, test } from 'vitest'
import type { Bindings, Fetch } from '../../../src/server/http/app.js'
import { logRequests } from '../../../src/server/http/log.js'
import type { WatchStream } from '../../../src/model/call/watch-event.js'
import type { Reply } from '../../../src/server/wire/reply.js'

const text = (status: number, body: string): Reply => ({
  status,
  headers: {},
  warnings: [],
  body: { type: 'text', text: body },
})

async function logOf(
  reply: Reply | Response,
  bodies: boolean,
  request: Request,
  bindings: Bindings = { send: () => new Response() },
) {
  const lines: string[] = []
  let time = 0
  const print = (line: string) => void lines.push(line)
  const fetch: Fetch = (_, { send }) => (reply instanceof Response ? reply : send!(reply))
  await logRequests(fetch, { print, now: () => (time += 1.25), bodies })(request, bindings)
  return lines
}

const url = 'http://localhost:8080/api/v1/nodes?limit=1'
const post = () => new Request(url, { method: 'POST', body: '{"a":1}', headers: { 'user-agent': 'kubectl/v1' } })

test('logs a line for a request', async () => {
  expect(await logOf(text(201, '{}'), false, post())).toEqual(['POST /api/v1/nodes?limit=1 201 1.3ms kubectl/v1'])
})

test('logs a reply that is a Response', async () => {
  expect(await logOf(new Response('', { status: 404 }), false, new Request(url))).toEqual([
    'GET /api/v1/nodes?limit=1 404 1.3ms -',
  ])
})

test('logs a cut connection', async () => {
  expect(await logOf({ ...text(0, ''), body: { type: 'cut' } }, false, new Request(url))).toEqual([
    'GET /api/v1/nodes?limit=1 cut 1.3ms -',
  ])
})

test('logs bodies, line by line', async () => {
  expect(await logOf(text(201, '{\n  "a": 1\n}\n'), true, post())).toEqual([
    'POST /api/v1/nodes?limit=1 201 1.3ms kubectl/v1',
    '  > {"a":1}',
    '  < {\n  <   "a": 1\n  < }',
  ])
})

test('logs the length of protobuf bodies', async () => {
  const PROTOBUF = 'application/vnd.kubernetes.protobuf'
  const request = new Request(url, { method: 'POST', body: 'k8s\0..', headers: { 'content-type': PROTOBUF } })
  const reply: Reply = {
    ...text(201, ''),
    headers: { 'Content-Type': PROTOBUF },
    body: { type: 'bytes', pieces: [new Uint8Array(5)] },
  }
  expect(await logOf(reply, true, request)).toEqual([
    'POST /api/v1/nodes?limit=1 201 1.3ms -',
    '  > 6 bytes of protobuf',
    '  < 5 bytes of protobuf',
  ])
})

test('logs the events of a watch as they are sent', async () => {
  const frame = () => '{"type":"ADDED"}\n'
  const reply: Reply = {
    ...text(200, ''),
    body: { type: 'watch', stream: {} as WatchStream, format: { media: 'json' }, encode: frame },
  }
  let sent: Reply | undefined
  const lines = await logOf(reply, true, new Request(url), {
    send(given) {
      sent = given
      if (given.body.type === 'watch') given.body.encode({ type: 'ADDED', object: undefined! })
      return new Response()
    },
  })
  expect(sent).not.toBe(reply)
  expect(lines).toEqual(['GET /api/v1/nodes?limit=1 200 1.3ms -', '  < {"type":"ADDED"}'])
})

test('leaves the body of the request readable', async () => {
  let read = ''
  const fetch: Fetch = async (request) => {
    read = await request.text()
    return new Response()
  }
  await logRequests(fetch, { print: () => undefined, now: () => 0, bodies: true })(post(), {})
  expect(read).toBe('{"a":1}')
})

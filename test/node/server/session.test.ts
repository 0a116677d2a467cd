import { request } from 'node:http'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { ContainerScript } from '../../../src/rest/containers/types.js'
import { type StartedCluster, startCluster } from '../../../src/node/start.js'

// A limit for hangs only: long enough not to be reached on a busy machine.
const BUSY = { timeout: 60_000 }

async function serving(
  containers: ContainerScript | readonly ContainerScript[],
  play: (server: StartedCluster) => Promise<void>,
) {
  const server = await startCluster({ port: 0, clock: 'virtual', seed: 1, nodes: 1, containers })
  try {
    const { cluster } = server
    const spec = { nodeName: 'node-1', containers: [{ name: 'web', image: 'shop/api:1' }] }
    await cluster.create('v1/Pod', { metadata: { name: 'web' }, spec })
    await cluster.clock.advance('1s')
    await play(server)
  } finally {
    await server.close()
  }
}

const V5 = 'v5.channel.k8s.io'

/** Opens a session as kubectl does: without an Origin header. */
function open({ url }: StartedCluster, query: string, protocols: readonly string[] = [V5], headers = {}) {
  const path = `${url.replace('http', 'ws')}/api/v1/namespaces/default/pods/web/${query}`
  const socket = new WebSocket(path, [...protocols], { headers })
  const seen: (readonly [channel: number, text: string])[] = []
  socket.on('message', (data: Buffer) => seen.push([data[0] ?? -1, data.subarray(1).toString()]))
  const opened = new Promise<string>((resolve, reject) => {
    socket.on('open', () => resolve(socket.protocol))
    socket.on('error', reject)
  })
  opened.catch(() => undefined)
  const greeted = new Promise((resolve) => void socket.once('message', resolve))
  const closed = new Promise<number>((resolve) => void socket.on('close', resolve))
  return { socket, seen, opened, greeted, closed }
}

const SUCCESS = '{"metadata":{},"status":"Success"}'

test('exec sends the output and exit code that the script defines', BUSY, () =>
  serving({ exec: { 'cat /etc/hostname': 'web\n', 'ls *': { stderr: 'no\n', code: 3 } } }, async (server) => {
    for (const protocol of [V5, 'v4.channel.k8s.io']) {
      const cat = open(server, 'exec?command=cat&command=/etc/hostname&stdout=true&stderr=true', [protocol])
      expect(await cat.opened).toBe(protocol)
      expect(await cat.closed).toBe(1000)
      expect(cat.seen).toEqual([
        [1, ''],
        [1, 'web\n'],
        [3, SUCCESS],
      ])
    }
    const ls = open(server, 'exec?command=ls&command=/x&stdout=true&stderr=true')
    await ls.closed
    expect(ls.seen.slice(1)).toEqual([
      [2, 'no\n'],
      [
        3,
        expect.stringContaining(
          '"reason":"NonZeroExitCode","details":{"causes":[{"reason":"ExitCode","message":"3"}]}',
        ),
      ],
    ])
    const other = open(server, 'exec?command=true&stderr=true')
    await other.closed
    expect(other.seen).toEqual([
      [2, ''],
      [3, SUCCESS],
    ])
  }),
)

test('an exec function is called with stdin once all of it has arrived', BUSY, () =>
  serving(
    { exec: ({ command, stdin, container }) => `${container}: ${command.join(' ')} ${stdin}` },
    async (server) => {
      const { socket, seen, opened, closed } = open(server, 'exec?command=wc&stdin=true&stdout=true')
      await opened
      socket.send(Buffer.from('\u0000hel'))
      socket.send(Buffer.from('\u0000lo'))
      socket.send(Buffer.of(4, ...Buffer.from('{"Width":80,"Height":24}')))
      socket.send(Buffer.of(255, 0))
      await closed
      expect(seen.slice(1)).toEqual([
        [1, 'web: wc hello'],
        [3, SUCCESS],
      ])
    },
  ),
)

test('attach streams what is logged from then on, until the container terminates', BUSY, () =>
  serving({ logs: ['begin', { text: 'tick', every: '5s', after: '5s' }], exit: { after: '12s' } }, async (server) => {
    const { seen, greeted, closed } = open(server, 'attach?stdout=true&container=web')
    await greeted
    await server.cluster.clock.advance('30s')
    await closed
    expect(seen).toEqual([
      [1, ''],
      [1, 'tick\n'],
      [1, 'tick\n'],
      [3, SUCCESS],
    ])
  }),
)

type Finish = (socket: WebSocket) => void
const ended = [[3, SUCCESS]]
const INPUTS: readonly (readonly [how: string, query: string, reply: object, finish: Finish])[] = [
  ['the end of its input', 'stdin=true', ended, (socket) => socket.send(Buffer.of(255, 0))],
  ['Ctrl-D at a terminal', 'stdin=true&tty=true', ended, (socket) => socket.send(Buffer.of(0, 4))],
  ['exit at a terminal', 'stdin=true&tty=true', ended, (socket) => socket.send(Buffer.from('\u0000ls\rexit\r'))],
  ['a connection that closes', 'stdin=true', [], (socket) => socket.close()],
]

test.each(INPUTS)('a container that waits for its input ends after %s', BUSY, (_how, query, reply, finish) =>
  serving({}, async (server) => {
    const { cluster } = server
    const containers = [{ name: 'sh', image: 'busybox', stdin: true, stdinOnce: true }]
    await cluster.delete('Pod', { name: 'web' }, { gracePeriodSeconds: 0 })
    await cluster.create('Pod', { metadata: { name: 'web' }, spec: { restartPolicy: 'Never', containers } })
    await cluster.clock.advance('1m')
    const { socket, seen, greeted, closed } = open(server, `attach?stdout=true&${query}`)
    await greeted
    expect((await cluster.get('Pod', { name: 'web' })).status?.phase).toBe('Running')
    finish(socket)
    await closed
    const end = () => cluster.get('Pod', { name: 'web' })
    await expect.poll(async () => (await end()).status?.phase).toBe('Succeeded')
    expect((await end()).status?.containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(0)
    expect(seen.slice(1)).toEqual(reply)
  }),
)

test('exec of tar fails, and exec in a container that does not run is refused', BUSY, () =>
  serving({}, async (server) => {
    const tar = open(server, 'exec?command=tar&command=cf&command=-&stderr=true')
    await tar.closed
    expect(tar.seen[1]).toEqual([2, expect.stringContaining('nothing can be copied (kubectl cp)')])
    await server.cluster.patch('v1/Pod', { name: 'web' }, { metadata: { finalizers: ['example.com/look'] } })
    await server.cluster.delete('v1/Pod', { name: 'web' })
    await server.cluster.clock.advance('1s')
    await expect(open(server, 'exec?command=ls&stdout=true').opened).rejects.toThrow('500')
  }),
)

test('a session uses a subprotocol that both sides know, and refuses foreign origins', BUSY, () =>
  serving({}, async (server) => {
    await expect(open(server, 'exec?command=ls&stdout=true', ['v9.channel.k8s.io']).opened).rejects.toThrow('403')
    const both = open(server, 'exec?command=ls&stdout=true', ['v4.channel.k8s.io', V5])
    expect(await both.opened).toBe(V5)
    await both.closed
    const own = open(server, 'exec?command=ls&stdout=true', [V5], { Origin: server.url })
    await own.closed
    expect(own.seen).toHaveLength(2)
    const foreign = { Origin: 'https://evil.example.com' }
    await expect(open(server, 'exec?command=ls&stdout=true', [V5], foreign).opened).rejects.toThrow('403')
  }),
)

test('SPDY is refused with 501 and a message', BUSY, () =>
  serving({}, async ({ url }) => {
    const headers = { Connection: 'Upgrade', Upgrade: 'SPDY/3.1', 'X-Stream-Protocol-Version': 'v4.channel.k8s.io' }
    const text = await new Promise<string>((resolve, reject) => {
      const path = '/api/v1/namespaces/default/pods/web/exec?command=ls&stdout=true'
      const asked = request(`${url}${path}`, { method: 'POST', headers }, (reply) => {
        let body = ''
        reply.on('data', (piece: Buffer) => (body += piece.toString())).on('end', () => resolve(body))
      })
      asked.on('error', reject).end()
    })
    expect(JSON.parse(text)).toMatchObject({
      code: 501,
      message: expect.stringContaining('over SPDY is not served') as string,
    })
  }),
)

import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { startCluster } from '../../src/node/start.js'

async function* lines(reply: Response): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop()!
    yield* parts
  }
}

const WATCH = '/api/v1/namespaces?watch=true'

test('closing ends open watches cleanly and frees the port', async () => {
  const { url, close } = await startCluster({ profile: 'example' })
  const watches = await Promise.all([1, 2, 3].map(() => fetch(url + WATCH)))
  const texts = Promise.all(watches.map((watch) => watch.text()))
  await close()
  expect(
    (await texts).map((text) =>
      text
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { type: string }).type),
    ),
  ).toEqual([['ADDED'], ['ADDED'], ['ADDED']])
  const port = Number(new URL(url).port)
  const other = createServer()
  await new Promise<void>((resolve, reject) => other.on('error', reject).listen(port, '127.0.0.1', resolve))
  other.close()
})

test('a watch that is read late delivers every event', async () => {
  await using server = await startCluster({ profile: 'example' })
  const watch = await fetch(`${server.url}/apis/coordination.example.io/v1/leases?watch=true`)
  const total = 1000
  for (let i = 0; i < total; i++) await server.cluster.create('Lease', { metadata: { name: `lease-${i}` } })
  const names: string[] = []
  for await (const line of lines(watch))
    if (names.push((JSON.parse(line) as { object: { metadata: { name: string } } }).object.metadata.name) === total)
      break
  expect(names).toEqual(Array.from({ length: total }, (_, i) => `lease-${i}`))
})

test('only requests with the token are answered, and the kubeconfig has it', async () => {
  await using server = await startCluster({ profile: 'example', token: 'secret' })
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${server.url}/api/v1/namespaces`, { headers })).status
  expect([
    await status({}),
    await status({ authorization: 'Bearer other' }),
    await status({ authorization: 'Bearer secret' }),
  ]).toEqual([401, 401, 200])
  expect(parse(server.kubeconfig)).toMatchObject({ users: [{ user: { token: 'secret' } }] })
})

test("the clock is the system's, even with a seed, if it is chosen", async () => {
  await using server = await startCluster({ profile: 'example', seed: 1, clock: 'system' })
  const times = [Date.now(), server.cluster.clock.now(), Date.now()]
  expect(times).toEqual(times.toSorted())
})

test('the clock is virtual with clock: virtual', async () => {
  await using server = await startCluster({ profile: 'example', clock: 'virtual' })
  await server.cluster.clock.advance('1h')
  expect(server.cluster.clock.now()).toBe(Date.UTC(2024, 0, 1, 1))
})

test('a start that fails leaves nothing listening', async () => {
  const probe = await startCluster({ profile: 'example' })
  const port = Number(new URL(probe.url).port)
  await probe.close()
  await expect(startCluster({ profile: 'example', port, kubeconfig: '/' })).rejects.toThrow(
    'Cannot write /: it is a folder.',
  )
  await (await startCluster({ profile: 'example', port })).close()
})

test('the request log and the hint about profiles go to the print option', async () => {
  const lines: string[] = []
  await using server = await startCluster({ profile: 'example', log: 'requests', print: (line) => lines.push(line) })
  await fetch(`${server.url}/apis/coordination.k8s.io/v1/leases`, { headers: { 'user-agent': 'one/1' } })
  await fetch(`${server.url}/apis/coordination.k8s.io/v1/leases`, { headers: { 'user-agent': 'two/2' } })
  expect(lines.map((line) => line.replace(/\d+\.\dms/, 'Nms'))).toEqual([
    'A client asked for the group coordination.k8s.io, but in the profile "example" groups end in example.io; for kubectl and other real clients use the profile "kubernetes" (--profile kubernetes).',
    'GET /apis/coordination.k8s.io/v1/leases 404 Nms one/1',
    'GET /apis/coordination.k8s.io/v1/leases 404 Nms two/2',
  ])
})

test('fixtures and scripts are loaded before the first request', async () => {
  await using server = await startCluster({
    profile: 'example',
    fixtures: ['fixtures/kinds/Lease.small.yaml'],
    scripts: ['fixtures/scripts/no-new-nodes.yaml', 'fixtures/scripts/lease-conflict.yaml'],
  })
  expect((await server.cluster.list('Lease', { namespace: 'default' })).items).toHaveLength(1)
  expect(server.cluster.hooks.pending().map(({ site }) => site.replace(/:\d+$/, ''))).toEqual([
    'fixtures/scripts/no-new-nodes.yaml',
    'fixtures/scripts/lease-conflict.yaml',
  ])
})

test.each([
  [{ prot: 8080 }, 'startCluster: prot: no such member; did you mean "port"?'],
  [{ port: '8080' }, 'startCluster: port: must be a whole number from 0 to 65535, not "8080"'],
  [
    { fixtures: 7, crds: '', openapi: [true] },
    'startCluster: fixtures: must be YAML or JSON text, an object, or a list of these, not 7; crds: is empty; it must be YAML or JSON text, an object, or a list of these; openapi[0]: must be YAML or JSON text, an object, or a list of these, not true',
  ],
  [
    { log: 'request', tls: 1 },
    'startCluster: log: no such word as "request"; did you mean "requests"?; tls: must be true or false, not 1',
  ],
  [{ print: 'stderr' }, 'startCluster: print: must be a function that takes a line, not "stderr"'],
  [{ profile: 'k8s' }, 'startCluster: profile: must be "kubernetes" or "example", not "k8s"'],
])('startCluster refuses %j', async (options, message) => {
  await expect(startCluster(options as never)).rejects.toThrow(new TypeError(message))
})

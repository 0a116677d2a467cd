import { describe, expect, test } from 'vitest'
import { type Cluster, createCluster } from '../../../src/index.js'
import { startCluster } from '../../../src/node/start.js'

const PREFIX = '/_fakecluster'

describe('an error of the control API explains', () => {
  test.each<[string, string, string | undefined, number, string]>([
    ['GET', '/clok', undefined, 404, 'there is no /_fakecluster/clok; did you mean /_fakecluster/clock?'],
    ['GET', '/something', undefined, 404, 'there is no /_fakecluster/something; GET /_fakecluster lists what there is'],
    ['GET', '/clock/advance', undefined, 405, '/_fakecluster/clock/advance does not take GET, only POST'],
    ['PUT', '/hooks', '{}', 405, '/_fakecluster/hooks does not take PUT, only GET and POST and DELETE'],
    [
      'POST',
      '/clock/advance',
      '',
      400,
      'clock advance: by: is missing from the body: how far: a duration such as 40s, or milliseconds',
    ],
    [
      'POST',
      '/clock/advance',
      'by=40s',
      400,
      'clock advance: the body must be a JSON object such as {"by": …}, not "by=40s"',
    ],
    [
      'POST',
      '/clock/advance',
      '["40s"]',
      400,
      'clock advance: the body must be a JSON object such as {"by": …}, not "[\\"40s\\"]"',
    ],
    ['POST', '/clock/advance', '{"by":true}', 400, 'clock advance: by: must be a duration such as "200ms", not true'],
    ['POST', '/clock/advance?by=40s', '', 400, 'clock advance: by: belongs in the body'],
    [
      'POST',
      '/clock/advance',
      '{"by":"1s","__proto__":1}',
      400,
      'clock advance: __proto__: no such member; there is "by"',
    ],
    ['POST', '/state/reset', '{"hard":true}', 400, 'reset: hard: there is nothing to say in the body'],
    ['GET', '/state?kinds=Nod', undefined, 400, 'dump: no kind "Nod" is served; did you mean "Node"?'],
    ['GET', '/state?at=1', undefined, 400, 'at: the resource version 1 is no longer held; there are'],
    ['GET', '/diff?from=befor', undefined, 404, 'there is no snapshot "befor"; there is start'],
    ['GET', '/why?kind=Leas&name=x', undefined, 400, 'why: no kind "Leas" is served; did you mean "Lease"?'],
    ['GET', '/journal?limit=0', undefined, 400, 'journal: limit: must be a whole number of at least 1, not 0'],
    ['GET', '/journal?wrote=maybe', undefined, 400, 'journal: wrote: must be true or false, not "maybe"'],
    [
      'POST',
      '/snapshots',
      '{"id":"a/b"}',
      400,
      'snapshot: id: must be up to 63 letters, digits, ".", "_" and "-", not "a/b"',
    ],
    [
      'POST',
      '/snapshots',
      '{"id":"start"}',
      409,
      'there is a snapshot "start" already; choose another id, or drop that one',
    ],
    ['DELETE', '/snapshots/start', undefined, 409, 'the snapshot "start" stays; it is what reset goes back to'],
    ['POST', '/snapshots/strat/restore', '', 404, 'there is no snapshot "strat"; did you mean start?'],
    ['DELETE', '/hooks/hook-7', undefined, 404, 'there is no hook "hook-7"; there is none'],
    ['POST', '/watches/%77atch-7/hold', '', 404, 'there is no open watch "watch-7"; there is none'],
    ['POST', '/hooks?name=bad.yaml', '- befor: {}\n', 422, 'hooks add: bad.yaml:1:'],
    ['POST', '/state?name=bad.yaml', 'kind: Lease\n', 422, 'load: bad.yaml:1:1:'],
  ])('%s %s %s', async (method, path, body, code, message) => {
    const cluster = createCluster({ seed: 1 })
    const reply = await cluster.fetch(PREFIX + path, { method, ...(body === undefined ? {} : { body }) })
    const status = (await reply.json()) as { kind: string; status: string; code: number; message: string }
    expect({ ...status, message: status.message.slice(0, message.length) }).toMatchObject({
      kind: 'Status',
      status: 'Failure',
      code,
      message,
    })
    expect(reply.status).toBe(code)
  })

  test.each([
    ['deny', 400, /^roles: /],
    ['allow', 409, /requests are not authorized/],
  ] as const)('that roles cannot be read, where requests are authorized: %s', async (authorization, code, message) => {
    const cluster = createCluster({ seed: 1, authorization })
    const reply = await cluster.fetch(`${PREFIX}/access/unused`, { method: 'POST', body: 'rules: [' })
    expect(await reply.json()).toMatchObject({ code, message: expect.stringMatching(message) as unknown })
  })

  test('that a system clock cannot be advanced', async () => {
    const reply = await createCluster({ profile: 'example' }).fetch(`${PREFIX}/clock/advance`, {
      method: 'POST',
      body: '{"by":"1s"}',
    })
    expect(await reply.json()).toMatchObject({ code: 400, message: expect.stringMatching(/with --clock virtual$/) })
  })

  test('why the cluster does not settle', async () => {
    const cluster = createCluster({ profile: 'example', seed: 1 })
    const watch = cluster.watch('Node')
    await cluster.create('Node', { metadata: { name: 'worker-1' } })
    const reply = await cluster.fetch(`${PREFIX}/settled`, { method: 'POST' })
    expect(await reply.json()).toMatchObject({ code: 409, message: expect.stringContaining('watch-1 of Node') })
    await watch[Symbol.asyncIterator]().return?.()
  })
})

test('reset restores fixtures and scripts', async () => {
  await using server = await startCluster({
    // What controllers do after the start has its own revisions and times.
    controllers: 'none',
    fixtures: ['fixtures/scenarios/team-shop'],
    scripts: ['fixtures/scripts/lease-conflict.yaml'],
  })
  const { cluster } = server
  const before = { state: await cluster.dump(), hooks: cluster.hooks.list().map(({ site }) => site) }
  await cluster.delete('Namespace', { name: 'team-shop' })
  cluster.hooks.clear()
  await fetch(`${server.url}${PREFIX}/state/reset`, { method: 'POST' })
  expect({ state: await cluster.dump(), hooks: cluster.hooks.list().map(({ site }) => site) }).toEqual(before)
})

test('reset restores definitions given as text', async () => {
  const crds =
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: shops.example.com }\nspec:\n  group: example.com\n  scope: Cluster\n  names: { plural: shops, kind: Shop }\n  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }]\n'
  const cluster = createCluster({ seed: 1, crds })
  const dump = async () => (await cluster.fetch(`${PREFIX}/state?kinds=CustomResourceDefinition`)).text()
  const before = await dump()
  await cluster.fetch(`${PREFIX}/state/reset`, { method: 'POST' })
  expect(await dump()).toBe(before)
  expect(before).toContain('name: shops.example.com')
})

test.each([
  [{ control: 'no' }, 'createCluster: control: must be true or false, not "no"'],
  [{ allowHosts: 'cluster.test' }, 'createCluster: allowHosts: must be a list, not "cluster.test"'],
])('createCluster refuses %j', (options, message) => {
  expect(() => createCluster(options as object)).toThrow(new TypeError(message))
})

test('a fork is an independent cluster, and can be forked', async () => {
  await using server = await startCluster({ token: 'secret' })
  const headers = { Authorization: 'Bearer secret' }
  const post = async (url: string, path: string, body = {}) =>
    (await (await fetch(url + PREFIX + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as {
      url: string
      port: number
    }
  const names = async (url: string) => {
    const { items } = (await (await fetch(`${url}/apis/coordination.k8s.io/v1/leases`, { headers })).json()) as {
      items: { metadata: { name: string } }[]
    }
    return items.map(({ metadata }) => metadata.name)
  }
  const write = (url: string, name: string) =>
    fetch(`${url}/apis/coordination.k8s.io/v1/namespaces/default/leases`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ metadata: { name } }),
    })
  await write(server.url, 'first')
  const fork = await post(server.url, '/forks')
  const started = await post(server.url, '/forks', { snapshot: 'start' })
  await write(fork.url, 'second')
  const again = await post(fork.url, '/forks')
  await write(again.url, 'third')
  expect(await Promise.all([server.url, started.url, fork.url, again.url].map(names))).toEqual([
    ['first'],
    [],
    ['first', 'second'],
    ['first', 'second', 'third'],
  ])
  expect(await (await fetch(`${server.url}${PREFIX}/forks`, { headers })).json()).toEqual({ items: [fork, started] })
  expect(await post(server.url, '/forks', { port: fork.port })).toMatchObject({
    code: 409,
    message: `fork: Port ${fork.port} of 127.0.0.1 is taken: stop what listens there, or choose another port (0 picks a free one).`,
  })
  expect((await fetch(`${server.url}${PREFIX}/forks/${fork.port}`, { method: 'DELETE', headers })).status).toBe(200)
  // Forks of a fork are closed with it.
  await expect(fetch(fork.url)).rejects.toThrow('fetch failed')
  await expect(fetch(again.url)).rejects.toThrow('fetch failed')
  await server.close()
  await expect(fetch(started.url)).rejects.toThrow('fetch failed')
})

test('control requests are not in the journal and use up no ids', async () => {
  const [one, other] = [1, 1].map((seed) => createCluster({ profile: 'example', seed, controllers: 'none' })) as [
    Cluster,
    Cluster,
  ]
  for (const path of ['', '/clock', '/state', '/snapshots', '/nowhere']) await one.fetch(PREFIX + path)
  const [left, right] = await Promise.all(
    [one, other].map(async (cluster) => [
      (await cluster.fetch('/api/v1/namespaces')).headers.get('audit-id'),
      await cluster.dump(),
    ]),
  )
  expect(left).toEqual(right)
  expect(one.journal.requests().map(({ path }) => path)).toEqual(['/api/v1/namespaces'])
})

import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { createScripted } from './scripted.js'

const folder = new URL('../../../fixtures/scripts/', import.meta.url)
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'

async function scripted(name: string) {
  const cluster = await createScripted()
  await cluster.hooks.script({ name: `${name}.yaml`, text: readFileSync(new URL(`${name}.yaml`, folder), 'utf8') })
  const code = (method: string, path: string, body?: unknown) =>
    cluster.send(method, path, body).then(
      ({ status }) => status,
      (error: Error) => error.message,
    )
  return { ...cluster, code }
}

const lease = (name: string) => ({ metadata: { name }, spec: {} })

test('lease-conflict', async () => {
  const { client, code } = await scripted('lease-conflict')
  const created = await client.create('Lease', lease('leader'))
  expect([await code('PUT', `${LEASES}/leader`, created), await code('PUT', `${LEASES}/leader`, created)]).toEqual([
    409, 200,
  ])
})

test('slow-lists', async () => {
  const { client, advance } = await scripted('slow-lists')
  const done: string[] = []
  for (const kind of ['Event', 'Lease'] as const) void client.list(kind).then(() => done.push(kind))
  void client.get('Namespace', { name: 'default' }).then(() => done.push('get'))
  await advance(1999)
  expect(done).toEqual(['get'])
  await advance(1)
  expect(done).toEqual(['get', 'Lease'])
  await advance(8000)
  expect(done).toEqual(['get', 'Lease', 'Event'])
})

test('too-many-requests', async () => {
  const { code } = await scripted('too-many-requests')
  const codes = []
  for (let i = 1; i <= 12; i++) codes.push(await code('POST', LEASES, lease(`l-${i}`)))
  expect(codes).toEqual([201, 201, 429, 201, 201, 429, 201, 201, 429, 201, 201, 201])
})

test('watch-cut', async () => {
  const { client } = await scripted('watch-cut')
  const seen: unknown[] = []
  const read = async (resourceVersion: string) => {
    await using watch = client.watch('Lease', { resourceVersion })
    for await (const { object } of watch) seen.push(object.metadata.name)
  }
  const { metadata } = await client.list('Lease')
  for (const name of ['a', 'b', 'c']) await client.create('Lease', lease(name))
  await expect(read(metadata.resourceVersion!)).rejects.toThrow('the connection was cut by a script')
  expect(seen).toEqual(['a', 'b'])
})

test('watch-lost-events', async () => {
  const { client, advance } = await scripted('watch-lost-events')
  const seen: string[] = []
  const { metadata } = await client.list('Lease')
  const watch = client.watch('Lease', { resourceVersion: metadata.resourceVersion! })
  void (async () => {
    for await (const { type, object } of watch) seen.push(`${type} ${object.metadata.name}`)
  })()
  await client.create('Lease', lease('other'))
  await client.delete('Lease', { name: 'other' })
  await client.create('Lease', lease('leader'))
  await advance(2999)
  expect(seen).toEqual(['ADDED other'])
  await advance(1)
  expect(seen).toEqual(['ADDED other', 'ADDED leader'])
  await watch.return!()
})

test('namespace-labels', async () => {
  const { client } = await scripted('namespace-labels')
  const labels = async (name: string) => (await client.create('Namespace', { metadata: { name } })).metadata.labels
  expect([await labels('front'), await labels('test-1')]).toEqual([
    { 'kubernetes.io/metadata.name': 'front', team: 'shop' },
    { 'kubernetes.io/metadata.name': 'test-1', team: 'tests' },
  ])
})

test('no-new-nodes', async () => {
  const { send } = await scripted('no-new-nodes')
  expect(await (await send('POST', '/api/v1/nodes', { metadata: { name: 'worker-1' } })).json()).toMatchObject({
    message: 'nodes "worker-1" is forbidden: the cluster is full',
    code: 403,
  })
})

test('lost-reply', async () => {
  const { code } = await scripted('lost-reply')
  const claim = {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  }
  const create = () => code('POST', '/api/v1/namespaces/default/persistentvolumeclaims', claim)
  expect([await create(), await create()]).toEqual(['fetch failed', 409])
})

test('unavailable', async () => {
  const { code } = await scripted('unavailable')
  const codes = []
  for (let i = 1; i <= 11; i++) codes.push(await code('GET', '/api/v1/nodes'))
  expect([...codes, await code('GET', LEASES.replace('default', 'kube-system'))]).toEqual([
    ...Array<string>(5).fill('fetch failed'),
    ...Array<number>(5).fill(503),
    200,
    200,
  ])
})

test('unavailable leaves kube-system alone', async () => {
  const { code } = await scripted('unavailable')
  expect(await code('GET', LEASES.replace('default', 'kube-system'))).toBe(200)
})

test('dry-run', async () => {
  const { client } = await scripted('dry-run')
  await client.create('Namespace', { metadata: { name: 'production' } })
  await client.create('Lease', { metadata: { name: 'leader', namespace: 'production' }, spec: {} })
  expect((await client.list('Lease')).items).toEqual([])
})

/** Makes a cluster with a script, and functions that send requests of a client to it. */
async function under(name: string) {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  await cluster.hooks.script({ name: `${name}.yaml`, text: readFileSync(new URL(`${name}.yaml`, folder), 'utf8') })
  const send = (method: string, path: string, body?: unknown) =>
    cluster.fetch(path, {
      method,
      headers: {
        'User-Agent': 'operator/1',
        ...(body === undefined
          ? {}
          : { 'Content-Type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const json = async (method: string, path: string, body?: unknown) =>
    (await (await send(method, path, body)).json()) as Answer
  const follow = async (path: string) => {
    const seen: string[] = []
    const { body } = await send('GET', `${path}?watch=true`)
    void (async () => {
      for await (const chunk of body!)
        for (const line of new TextDecoder().decode(chunk).trimEnd().split('\n'))
          seen.push(line.endsWith('}}') ? describe(JSON.parse(line) as Frame) : 'torn')
      seen.push('end')
    })().catch((error: Error) => seen.push(error.message))
    return seen
  }
  return { cluster, send, json, follow }
}

type Answer = {
  readonly metadata: { readonly continue?: string; readonly resourceVersion: string }
  readonly items: readonly unknown[]
  readonly code?: number
  readonly spec: object
}
type Frame = {
  readonly type: string
  readonly object: {
    readonly metadata: { readonly name?: string }
    readonly spec?: { readonly leaseTransitions?: number }
    readonly code?: number
  }
}
const describe = ({ type, object: { metadata, spec, code } }: Frame) =>
  [type, metadata.name, spec?.leaseTransitions, code].filter((part) => part !== undefined).join(' ')

test('flaky-writes', async () => {
  const codes = async () => {
    const { send } = await under('flaky-writes')
    const found: number[] = []
    for (let i = 0; i < 30; i++) found.push((await send('POST', LEASES, lease(`l-${i}`))).status)
    return found
  }
  const found = await codes()
  expect(await codes()).toEqual(found)
  expect([...new Set(found)].sort()).toEqual([201, 503])
})

test('stale-replica', async () => {
  const { cluster, send, json } = await under('stale-replica')
  await cluster.create('Lease', lease('leader'))
  await cluster.patch('Lease', { name: 'leader' }, { spec: { leaseTransitions: 1 } })
  const read = await json('GET', `${LEASES}/leader`)
  expect([read.spec, (await cluster.get('Lease', { name: 'leader' })).spec]).toEqual([{}, { leaseTransitions: 1 }])
  expect((await send('PUT', `${LEASES}/leader`, read)).status).toBe(409)
})

test('rival-writer', async () => {
  const { cluster, json, send } = await under('rival-writer')
  await cluster.create('Lease', {
    metadata: { name: 'leader', labels: { team: 'shop' } },
    spec: { holderIdentity: 'worker-1' },
  })
  const read = await json('GET', `${LEASES}/leader`)
  expect((await send('PUT', `${LEASES}/leader`, read)).status).toBe(409)
  expect((await json('PUT', `${LEASES}/leader`, await json('GET', `${LEASES}/leader`))).spec).toEqual({
    holderIdentity: 'rival',
  })
})

test('broken-proxy', async () => {
  const { send } = await under('broken-proxy')
  const list = async () => (await send('GET', '/api/v1/nodes')).text().catch((error: Error) => error.message)
  expect([await list(), await list(), await list(), JSON.parse(await list())]).toEqual([
    expect.stringMatching(/^\{"kind":"NodeList",[^}]*$/),
    '<html><body>502 Bad Gateway</body></html>',
    'fetch failed',
    expect.objectContaining({ items: [] }),
  ])
})

test('hanging', async () => {
  const { cluster, send } = await under('hanging')
  const created = await cluster.create('Lease', lease('leader'))
  const answered: string[] = []
  for (const holderIdentity of ['worker-1', 'worker-2', 'worker-1'])
    void send('PUT', `${LEASES}/leader`, { ...created, spec: { holderIdentity } }).then(({ status }) =>
      answered.push(`${holderIdentity} ${status}`),
    )
  await cluster.clock.advance('1h')
  expect([answered, (await cluster.get('Lease', { name: 'leader' })).spec]).toEqual([
    ['worker-1 409'],
    { holderIdentity: 'worker-2' },
  ])
})

test('pages-expire', async () => {
  const { cluster, json } = await under('pages-expire')
  for (const name of ['a', 'b', 'c', 'd']) await cluster.create('Lease', lease(name))
  const page = (token = '') => json('GET', `${LEASES}?limit=1&continue=${token}`)
  const codes: unknown[] = []
  for (let token = (await page()).metadata.continue; token !== undefined;) {
    const { code, items, metadata } = await page(token)
    codes.push(code ?? items.length)
    token = metadata.continue
  }
  expect(codes).toEqual([1, 1, 410, 1])
})

test('watch-disorder', async () => {
  const { cluster, follow } = await under('watch-disorder')
  const seen = await follow(LEASES)
  await cluster.create('Lease', lease('leader'))
  for (const leaseTransitions of [1, 2])
    await cluster.patch('Lease', { name: 'leader' }, { spec: { leaseTransitions } })
  await cluster.clock.advance(0)
  expect(seen).toEqual(['ADDED leader', 'ADDED leader', 'MODIFIED leader 2', 'MODIFIED leader 1'])
})

test('watch-behind', async () => {
  const { cluster, follow } = await under('watch-behind')
  const [nodes, leases] = [await follow('/api/v1/nodes'), await follow(LEASES)]
  for (const name of ['a', 'b', 'c']) {
    await cluster.create('Node', { metadata: { name } })
    await cluster.create('Lease', lease(name))
  }
  await cluster.clock.advance(0)
  expect([nodes, leases]).toEqual([['ADDED a'], ['ADDED a']])
  await cluster.clock.advance('2s')
  expect([nodes, leases]).toEqual([['ADDED a'], ['ADDED a', 'ADDED b', 'ADDED c']])
})

test('watch-expired', async () => {
  const { cluster, follow } = await under('watch-expired')
  const seen = await follow(LEASES)
  for (const name of ['a', 'b', 'c']) await cluster.create('Lease', lease(name))
  await cluster.clock.advance(0)
  expect(seen).toEqual(['ADDED a', 'ERROR 410', 'end'])
})

test('watch-torn', async () => {
  const { cluster, follow } = await under('watch-torn')
  const seen = await follow(LEASES)
  await cluster.create('Lease', lease('a'))
  await cluster.delete('Lease', { name: 'a' })
  await cluster.clock.advance(0)
  expect(seen).toEqual(['ADDED a', 'torn', 'fetch failed'])
})

test('watch-held', async () => {
  const { cluster, follow } = await under('watch-held')
  const seen = await follow(LEASES)
  for (const name of ['a', 'b']) await cluster.create('Lease', lease(name))
  await cluster.clock.advance(0)
  cluster.watches()[0]!.release()
  await cluster.clock.advance(0)
  expect(seen).toEqual(['ADDED a'])
})

test('expected-requests', async () => {
  const { cluster, send, json } = await under('expected-requests')
  await cluster.create('Lease', lease('leader'))
  const read = await json('GET', `${LEASES}/leader`)
  expect(() => cluster.hooks.verify()).toThrow(
    /expected-requests\.yaml:5: expected \{ verb: update, kind: Lease, name: leader \} came 0 of 1 times$/,
  )
  await send('PUT', `${LEASES}/leader`, read)
  cluster.hooks.verify()
  await send('DELETE', `${LEASES}/leader`)
  expect(() => cluster.hooks.verify()).toThrow('nobody expected delete Lease default/leader by operator/1')
})

test('each script of fixtures/scripts has a test here', () => {
  const text = readFileSync(new URL(import.meta.url), 'utf8')
  const tried = [...text.matchAll(/await (?:scripted|under)\('([\w-]+)'\)/g)].map((match) => match[1])
  // Scripts of reactions are tested with the controllers.
  const ofHooks = readdirSync(folder).filter((file) => !/^- when:/m.test(readFileSync(new URL(file, folder), 'utf8')))
  expect(ofHooks.sort()).toEqual([...new Set(tried)].sort().map((name) => `${name}.yaml`))
})

import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createScripted } from './scripted.js'

const folder = new URL('../../fixtures/scripts/', import.meta.url)
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'

async function scripted(name: string) {
  const cluster = await createScripted()
  await cluster.hooks.script(readFileSync(new URL(`${name}.yaml`, folder), 'utf8'), { file: `${name}.yaml` })
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
  expect([await code('PUT', `${LEASES}/leader`, created), await code('PUT', `${LEASES}/leader`, created)]).toEqual([409, 200])
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
  const claim = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }
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

test('every script is tried here', () => {
  const text = readFileSync(new URL(import.meta.url), 'utf8')
  const tried = [...text.matchAll(/await scripted\('([\w-]+)'\)/g)].map((match) => match[1])
  expect(readdirSync(folder).sort()).toEqual([...new Set(tried)].sort().map((name) => `${name}.yaml`))
})

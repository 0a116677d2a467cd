import { expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'

// Other requests between the turns of a long write.

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)
const MERGE = 'application/merge-patch+json'
const at = (name = '') => `/api/v1/namespaces/busy/pods${name && `/${name}`}`

function made() {
  const cluster = createCluster({ seed: 1 })
  const send = async (method: string, path: string, body?: object, type = 'application/json') => {
    const reply = await cluster.fetch(path, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': type } } : {}),
    })
    const { message, metadata } = (await reply.json()) as { readonly message?: string; readonly metadata: Metadata }
    return { status: reply.status, message, metadata, warning: reply.headers.get('warning') }
  }
  return { cluster, send }
}

type Metadata = { readonly labels?: Readonly<Record<string, string>>; readonly generation?: number }

const long = (name: string) => ({
  metadata: { name },
  spec: { containers: range(2000).map((i) => ({ name: `c${i}`, image: 'a' })) },
})

const namespace = { metadata: { name: 'busy' } }
const label = (key: string) => ({ metadata: { labels: { [key]: 'x' } } })

test('two concurrent long patches of one object are both applied', async () => {
  const { cluster, send } = made()
  await send('POST', '/api/v1/namespaces', namespace)
  await send('POST', at(), long('a'))
  const both = [send('PATCH', at('a'), label('one'), MERGE), send('PATCH', at('a'), label('two'), MERGE)]
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
  const { metadata } = await cluster.get('Pod', { name: 'a', namespace: 'busy' })
  expect(metadata.labels).toEqual({ one: 'x', two: 'x' })
})

test('of two concurrent updates with the same resourceVersion one is a conflict', async () => {
  const { cluster, send } = made()
  await send('POST', '/api/v1/namespaces', namespace)
  await send('POST', at(), long('a'))
  const known = await cluster.get('Pod', { name: 'a', namespace: 'busy' })
  const replace = (key: string) =>
    send('PUT', at('a'), { ...known, metadata: { ...known.metadata, ...label(key).metadata } })
  const replies = await Promise.all([replace('one'), replace('two')])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a namespace deleted during a long create is refused as terminating or not found', async () => {
  const { cluster, send } = made()
  await send('POST', '/api/v1/namespaces', namespace)
  await send('POST', at(), { metadata: { name: 'warm' }, spec: long('').spec.containers.slice(0, 1) })
  const creating = send('POST', at(), long('a'))
  // Runs before the next turn of the create.
  cluster.hooks.admit({ verb: 'create', kind: 'Pod' }, () => {
    setImmediate(() => void cluster.delete('Namespace', { name: 'busy' }))
  })
  // The namespace is terminating, or gone already.
  expect([403, 404]).toContain((await creating).status)
})

test('a long create calls hooks once, and has the warnings of a short one', async () => {
  const { cluster, send } = made()
  await send('POST', '/api/v1/namespaces', namespace)
  let asked = 0
  cluster.hooks.admit({ verb: 'create', kind: 'Pod' }, () => void asked++)
  const containers = long('a').spec.containers
  const of = (name: string, count: number) => ({
    metadata: { name },
    spec: { containers: containers.slice(0, count), more: 1 },
  })
  const [short, all] = [await send('POST', at(), of('short', 1)), await send('POST', at(), of('long', 2000))]
  expect([short.status, all.status, asked]).toEqual([201, 201, 2])
  expect(all.warning).toContain('unknown field')
  expect(all.warning).toBe(short.warning)
})

test('the same concurrent requests lead to the same state', async () => {
  const play = async () => {
    const { cluster, send } = made()
    await send('POST', '/api/v1/namespaces', namespace)
    await Promise.all(['a', 'b', 'c'].map((name) => send('POST', at(), long(name))))
    await Promise.all(range(4).map((i) => send('PATCH', at('b'), label(`l${i}`), MERGE)))
    return JSON.stringify(await cluster.dump())
  }
  expect(await play()).toBe(await play())
})

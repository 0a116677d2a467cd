import { expect, test } from 'vitest'
import { callOf, createScripted } from './scripted.js'

const WATCH = '/apis/coordination.k8s.io/v1/namespaces/default/leases?watch=true&resourceVersion='

/** A cluster and a watch of its Leases over HTTP, with what it has received so far. */
async function watching() {
  const scripted = await createScripted()
  const { metadata } = await scripted.client.list('Lease')
  const response = await scripted.send('GET', WATCH + metadata.resourceVersion)
  const seen: string[] = []
  const decoder = new TextDecoder()
  const read = async () => {
    for await (const chunk of response.body!)
      for (const line of decoder.decode(chunk).trim().split('\n')) {
        const { type, object } = JSON.parse(line) as { type: string; object: { metadata: { name?: string }; message?: string } }
        seen.push(`${type} ${object.metadata.name ?? object.message}`)
      }
    seen.push('end')
  }
  void read().catch((error: Error) => seen.push(error.message))
  const create = async (...names: string[]) => {
    for (const name of names) await scripted.client.create('Lease', { metadata: { name }, spec: {} })
    await scripted.advance(0)
  }
  return { ...scripted, seen, create }
}

test('without hooks events pass', async () => {
  const { phases } = await createScripted()
  const event = { type: 'ADDED', object: { kind: 'Lease', apiVersion: 'v1', metadata: {} } } as const
  expect(phases.watch(callOf('Lease', { verb: 'watch' }), event)).toBe('pass')
})

test('cut at the third event', async () => {
  const { hooks, seen, create, openWatches } = await watching()
  hooks.watch({ kind: 'Lease' }, { cut: true }, { times: 1 })
  hooks.watch({ kind: 'Lease' }, { pass: true }, { times: 2 })
  await create('a', 'b', 'c')
  expect([seen, openWatches()]).toEqual([['ADDED a', 'ADDED b', 'fetch failed'], 0])
})

test('end', async () => {
  const { hooks, seen, create } = await watching()
  hooks.watch({ name: 'b' }, { end: true })
  await create('a', 'b', 'c')
  expect(seen).toEqual(['ADDED a', 'end'])
})

test('drop', async () => {
  const { hooks, seen, create, client, advance } = await watching()
  hooks.watch({ event: 'DELETED' }, { drop: true })
  await create('a')
  await client.delete('Lease', { name: 'a' })
  await create('b')
  await advance(0)
  expect(seen).toEqual(['ADDED a', 'ADDED b'])
})

test('hold keeps the order', async () => {
  const { hooks, seen, create, advance } = await watching()
  hooks.watch({ name: 'b' }, { hold: '3s' })
  await create('a', 'b', 'c')
  await advance(2999)
  expect(seen).toEqual(['ADDED a'])
  await advance(1)
  expect(seen).toEqual(['ADDED a', 'ADDED b', 'ADDED c'])
})

test('a status is the last event', async () => {
  const { hooks, seen, create } = await watching()
  hooks.watch({ name: 'b' }, { status: { reason: 'Expired', why: 'too old resource version: 1 (2)' } })
  await create('a', 'b', 'c')
  expect(seen).toEqual(['ADDED a', 'ERROR too old resource version: 1 (2)', 'end'])
})

test('a function decides', async () => {
  const { hooks, seen, create } = await watching()
  hooks.watch({}, (event) => (event.type === 'ADDED' && event.object.metadata.name === 'b' ? { send: [event, event] } : undefined))
  hooks.watch({ name: 'c' }, () => ({ drop: true }))
  hooks.watch({ name: 'd' }, () => 'drop')
  await create('a', 'b', 'c', 'd', 'e')
  expect(seen).toEqual(['ADDED a', 'ADDED b', 'ADDED b', 'ADDED e'])
})

test('a promise is an error', async () => {
  const { hooks, phases } = await createScripted()
  hooks.watch({}, (async () => undefined) as unknown as () => undefined) // wrong on purpose
  const event = { type: 'ADDED', object: { kind: 'Lease', apiVersion: 'v1', metadata: {} } } as const
  expect(() => phases.watch(callOf('Lease', { verb: 'watch' }), event)).toThrow(/^the watch hook of .*watch\.test\.ts:\d+:\d+ returned a promise; /)
})

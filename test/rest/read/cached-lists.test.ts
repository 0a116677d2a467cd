import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const MAPS = '/api/v1/namespaces/default/configmaps'

function open() {
  const cluster = createCluster({ seed: 1, controllers: 'none', profile: 'kubernetes' })
  const ask = async (path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await cluster.fetch(path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : {})
    const { metadata } = (await reply.json()) as { metadata: { resourceVersion: string } }
    return Number(metadata.resourceVersion)
  }
  return ask
}

const named = (name: string) => ({ metadata: { name } })

test('a list that may be old is as new as the last change of its kind', async () => {
  const ask = open()
  const before = await ask(`${MAPS}?resourceVersion=0`)
  const namespace = await ask('/api/v1/namespaces', named('a'))
  expect(await ask(`${MAPS}?resourceVersion=0`)).toBe(before)
  expect(before).toBeLessThan(namespace)
  const made = await ask(MAPS, named('a'))
  await ask('/api/v1/namespaces', named('b'))
  expect(await ask(`${MAPS}?resourceVersion=0`)).toBe(made)
  expect(await ask(`${MAPS}?resourceVersion=0&resourceVersionMatch=NotOlderThan&limit=1`)).toBe(made)
})

test.each([{ seed: 1 }, {}])('at revision 1 there was nothing, until changes are dropped (%j)', async (options) => {
  const cluster = createCluster({ controllers: 'none', history: 5, ...options })
  const first = async () =>
    (await cluster.fetch('/api/v1/namespaces?resourceVersion=1&resourceVersionMatch=Exact')).json()
  expect(await first()).toMatchObject({ items: [], metadata: { resourceVersion: '1' } })
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await cluster.create('Namespace', named(name))
  expect(await first()).toMatchObject({ code: 410 })
})

test('a list of one key with a limit is of the present, whatever revision is asked for', async () => {
  const ask = open()
  const made = await ask(MAPS, named('a'))
  const later = await ask('/api/v1/namespaces', named('b'))
  const one = 'fieldSelector=metadata.name%3Da'
  expect(await ask(`${MAPS}?resourceVersion=${made}&limit=1`)).toBe(made)
  expect(await ask(`${MAPS}?resourceVersion=${made}&limit=1&${one}`)).toBe(later)
  expect(await ask(`${MAPS}?resourceVersion=${made}&limit=1&${one}&resourceVersionMatch=Exact`)).toBe(made)
})

test('a consistent read brings it up to date, and so does a revision that is asked for', async () => {
  const ask = open()
  const first = await ask('/api/v1/namespaces', named('a'))
  expect(await ask(`${MAPS}?resourceVersion=${first}&resourceVersionMatch=NotOlderThan`)).toBe(first)
  expect(await ask(MAPS)).toBe(first)
  const second = await ask('/api/v1/namespaces', named('b'))
  expect(await ask(`${MAPS}?resourceVersion=0`)).toBe(first)
  expect(await ask(`${MAPS}?limit=1`)).toBe(second)
  expect(await ask(`${MAPS}?resourceVersion=0`)).toBe(second)
})

test('Events have no cache', async () => {
  const ask = open()
  const made = await ask('/api/v1/namespaces', named('a'))
  expect(await ask('/api/v1/namespaces/default/events?resourceVersion=0')).toBe(made)
})

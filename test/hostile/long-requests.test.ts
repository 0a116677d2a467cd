import { expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'
import { range } from './support/reads.js'
import { turnsWhile } from './support/turns.js'

const MAPS = '/api/v1/namespaces/default/configmaps'
const text = (name: string, members: number) =>
  JSON.stringify({ metadata: { name }, data: Object.fromEntries(range(members).map((i) => [`k${i}`, 'some value'])) })

test('of many long requests one has a turn at a time; a shorter one does not wait for all of them', async () => {
  const cluster = createCluster({ seed: 1 })
  const ended: string[] = []
  const create = async (name: string, members: number) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await cluster.fetch(MAPS, { method: 'POST', headers, body: text(name, members) })
    expect(reply.status).toBe(201)
    ended.push(name)
  }
  await create('warm', 10_000)
  const one = await turnsWhile(() => create('one', 20_000))
  const all = await turnsWhile(() =>
    Promise.all([...range(5).map((i) => create(`large${i}`, 20_000)), create('small', 1500)]),
  )
  expect(all).toBeGreaterThanOrEqual(3 * one)
  expect(ended.indexOf('small')).toBe(2)
  // The oldest first, so that few are half done at a time.
  expect(ended.filter((name) => name.startsWith('large'))).toEqual(range(5).map((i) => `large${i}`))
})

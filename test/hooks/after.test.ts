import { expect, test } from 'vitest'
import type { Outcome } from '../../src/rest/types.js'
import { callOf, createScripted, failureOf } from './scripted.js'

const PATH = '/apis/coordination.k8s.io/v1/namespaces/default/leases'

test('without hooks an outcome comes back at once', async () => {
  const { phases } = await createScripted()
  const outcome: Outcome = { type: 'cut' }
  expect(phases.after(callOf('Lease', {}), outcome)).toBe(outcome)
})

test('a reply lost after the commit', async () => {
  const { hooks, send, client } = await createScripted()
  hooks.after({ verb: 'create', kind: 'Lease' }, { cut: true }, { times: 1 })
  const create = () => send('POST', PATH, { metadata: { name: 'leader' }, spec: {} })
  await expect(create()).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } })
  expect((await client.list('Lease')).items.map(({ metadata }) => metadata.name)).toEqual(['leader'])
  expect(await (await create()).json()).toMatchObject({ message: 'leases.coordination.k8s.io "leader" already exists', code: 409 })
})

test('another reply, though the write has happened', async () => {
  const { hooks, client } = await createScripted()
  hooks.after({ verb: 'create', kind: 'Lease', name: 'lead*' }, { status: 'Timeout' })
  expect(await failureOf(client.create('Lease', { metadata: { generateName: 'leader-' }, spec: {} }))).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'Timeout: request did not complete within requested timeout - context deadline exceeded',
    reason: 'Timeout',
    details: {},
    code: 504,
  })
  expect((await client.list('Lease')).items).toHaveLength(1)
})

test('a delay, with the write visible already', async () => {
  const { hooks, client, advance } = await createScripted()
  hooks.after({ verb: 'create', kind: 'Lease' }, { delay: '1s' })
  let created: unknown
  const create = client.create('Lease', { metadata: { name: 'leader' }, spec: {} }).then((lease) => (created = lease))
  await advance(999)
  expect([created, (await client.list('Lease')).items.length]).toEqual([undefined, 1])
  await advance(1)
  expect(await create).toMatchObject({ metadata: { name: 'leader' } })
})

test('a function sees the outcome, a failure too', async () => {
  const { hooks, client } = await createScripted()
  const seen: unknown[] = []
  hooks.after({ kind: 'Lease' }, ({ target }, outcome) => void seen.push([target.verb, 'code' in outcome ? outcome.code : outcome.type]))
  await client.create('Lease', { metadata: { name: 'leader' }, spec: {} })
  await failureOf(client.get('Lease', { name: 'other' }))
  expect(seen).toEqual([
    ['create', 201],
    ['get', 404],
  ])
})

test('a function may replace the outcome', async () => {
  const { hooks, send } = await createScripted()
  hooks.after({ kind: 'Node' }, async () => ({ type: 'document', code: 200, body: { odd: true } }))
  expect(await (await send('GET', '/api/v1/nodes')).text()).toBe('{"odd":true}\n')
})

test('a watch whose reply is lost is closed', async () => {
  const { hooks, send, openWatches } = await createScripted()
  hooks.after({ verb: 'watch' }, { status: 'ServiceUnavailable' }, { times: 1 })
  const response = await send('GET', '/api/v1/nodes?watch=true')
  expect([response.status, openWatches()]).toEqual([503, 0])
  await send('GET', '/api/v1/nodes?watch=true')
  expect(openWatches()).toBe(1)
})

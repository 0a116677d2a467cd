import { expect, test } from 'vitest'
import type { Outcome } from '../../../src/model/call/outcome.js'
import { callOf, createScripted, failureOf } from './scripted.js'

const PATH = '/apis/coordination.k8s.io/v1/namespaces/default/leases'

test('without hooks an outcome is returned synchronously and unchanged', async () => {
  const { phases } = await createScripted()
  const outcome: Outcome = { type: 'cut' }
  expect(phases.after(callOf('Lease', {}), outcome)).toBe(outcome)
})

test('cut loses the reply after the write is committed', async () => {
  const { hooks, send, client } = await createScripted()
  hooks.after({ verb: 'create', kind: 'Lease' }, { cut: true }, { times: 1 })
  const create = () => send('POST', PATH, { metadata: { name: 'leader' }, spec: {} })
  await expect(create()).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } })
  expect((await client.list('Lease')).items.map(({ metadata }) => metadata.name)).toEqual(['leader'])
  expect(await (await create()).json()).toMatchObject({
    message: 'leases.coordination.k8s.io "leader" already exists',
    code: 409,
  })
})

test('status replaces the reply after the write is committed', async () => {
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

test('delay holds the reply back while the write is visible already', async () => {
  const { hooks, client, advance } = await createScripted()
  hooks.after({ verb: 'create', kind: 'Lease' }, { delay: '1s' })
  let created: unknown
  const create = client.create('Lease', { metadata: { name: 'leader' }, spec: {} }).then((lease) => (created = lease))
  await advance(999)
  expect([created, (await client.list('Lease')).items.length]).toEqual([undefined, 1])
  await advance(1)
  expect(await create).toMatchObject({ metadata: { name: 'leader' } })
})

test('a function receives the outcome of successful and failed requests', async () => {
  const { hooks, client } = await createScripted()
  const seen: unknown[] = []
  hooks.after(
    { kind: 'Lease' },
    ({ target }, outcome) => void seen.push([target.verb, 'code' in outcome ? outcome.code : outcome.type]),
  )
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

test('lose cuts only successful requests; a failed one is left to the next hook', async () => {
  const { hooks, client } = await createScripted()
  const lost = hooks.after({ kind: 'Lease' }, { lose: true }, { times: 1 })
  expect(await failureOf(client.get('Lease', { name: 'leader' }))).toMatchObject({ code: 404 })
  expect(lost.pending).toBe(true)
  expect(await failureOf(client.create('Lease', { metadata: { name: 'leader' }, spec: {} }))).toBe(
    'TypeError: the connection was cut by a script',
  )
  expect((await client.get('Lease', { name: 'leader' })).metadata.name).toBe('leader')
})

test('malformed replaces the body with one that is not JSON', async () => {
  const { hooks, send, client } = await createScripted()
  const half = hooks.after({ kind: 'Namespace' }, { malformed: true })
  const response = await send('GET', '/api/v1/namespaces/default')
  const text = await response.text()
  expect([response.status, response.headers.get('content-type'), text.slice(0, 35)]).toEqual([
    200,
    'application/json',
    '{"kind":"Namespace","apiVersion":"v',
  ])
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
  expect(await failureOf(client.get('Namespace', { name: 'default' }))).toBe(
    'SyntaxError: the body is no JSON, as a script wants it',
  )
  half.dispose()
  hooks.after({ kind: 'Namespace' }, { malformed: '<html>' })
  expect(await (await send('GET', '/api/v1/namespaces')).text()).toBe('<html>')
})

test('malformed spoils the outcome and keeps its document', async () => {
  const { hooks, phases } = await createScripted()
  hooks.after({}, { malformed: true })
  const outcome: Outcome = { type: 'document', code: 200, body: {} }
  expect(phases.after(callOf('Lease', {}), outcome)).toEqual({ type: 'spoilt', outcome, malformed: true })
})

test.each([
  [true, /^\{"kind":"Namespace".{50,}$/],
  [10, /^\{"kind":"N$/],
  [0, /^$/],
] as const)('truncate breaks the connection in the middle of the body: %j', async (truncate, begins) => {
  const { hooks, send, client } = await createScripted()
  hooks.after({ kind: 'Namespace' }, { truncate })
  const { body } = await send('GET', '/api/v1/namespaces/default')
  let text = ''
  const read = async () => {
    for await (const chunk of body!) text += new TextDecoder().decode(chunk)
  }
  await expect(read()).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNRESET' } })
  expect(text).toMatch(begins)
  expect(await failureOf(client.get('Namespace', { name: 'default' }))).toBe(
    'TypeError: the connection was cut by a script in the middle of the body',
  )
})

test('truncate leaves a watch to the next hook: it has no body to truncate', async () => {
  const { hooks, send, openWatches } = await createScripted()
  const spoilt = hooks.after({}, { truncate: true })
  const { status } = await send('GET', '/api/v1/nodes?watch=true')
  expect([status, spoilt.pending, openWatches()]).toEqual([200, true, 1])
})

test('hang never sends the reply, though the write is committed', async () => {
  const { hooks, client, advance } = await createScripted()
  hooks.after({ verb: 'create', kind: 'Lease' }, { hang: true })
  let replied = false
  void client.create('Lease', { metadata: { name: 'leader' }, spec: {} }).finally(() => (replied = true))
  await advance(3_600_000)
  expect([replied, (await client.list('Lease')).items.length]).toEqual([false, 1])
})

test('hang closes the watch that it never answers', async () => {
  const { hooks, send, openWatches, advance } = await createScripted()
  hooks.after({ verb: 'watch' }, { hang: true })
  void send('GET', '/api/v1/nodes?watch=true')
  await advance(0)
  expect(openWatches()).toBe(0)
})

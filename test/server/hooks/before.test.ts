import { expect, test } from 'vitest'
import { StatusError } from '../../../src/base/errors/status.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import { conflict, tooManyRequests } from '../../../src/server/hooks/statuses.js'
import type { Call } from '../../../src/model/call/call.js'
import { callOf, createScripted, failureOf } from './scripted.js'

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
const STALE =
  'Operation cannot be fulfilled on leases.coordination.k8s.io "leader": the object has been modified; please apply your changes to the latest version and try again'

async function withLease() {
  const scripted = await createScripted()
  await scripted.client.create('Lease', { metadata: { name: 'leader' }, spec: { holderIdentity: 'one' } })
  return {
    ...scripted,
    holder: async () => (await scripted.client.get('Lease', { name: 'leader' })).spec?.holderIdentity,
  }
}

test('without hooks a call is returned synchronously and unchanged', async () => {
  const { phases } = await createScripted()
  const call = callOf('Lease', {})
  expect(phases.before(call)).toBe(call)
})

test('where no hook matches a call is returned synchronously and unchanged', async () => {
  const { phases, hooks } = await createScripted()
  hooks.before({ kind: 'Node' }, { delay: '1s' })
  const call = callOf('Lease', {})
  expect(phases.before(call)).toBe(call)
})

test('answers with a status as many times as `times` says', async () => {
  const { hooks, client, holder } = await withLease()
  const hook = hooks.before({ verb: 'update', kind: 'Lease' }, conflict(), { times: 1 })
  const update = () => client.edit('Lease', { name: 'leader' }, (lease) => void (lease.spec!.holderIdentity = 'two'))
  expect(await failureOf(update())).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: STALE,
    reason: 'Conflict',
    details: { name: 'leader', group: 'coordination.k8s.io', kind: 'leases' },
    code: 409,
  })
  expect(await holder()).toBe('one')
  await update()
  expect(await holder()).toBe('two')
  expect(hook.calls).toBe(1)
})

test('sends a status with its Retry-After header over HTTP', async () => {
  const { hooks, send } = await createScripted()
  hooks.before({ verb: 'list' }, tooManyRequests({ retryAfterSeconds: 5 }))
  const response = await send('GET', '/api/v1/nodes')
  expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
    429,
    '5',
    '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Too many requests, please try again later.","reason":"TooManyRequests","details":{"retryAfterSeconds":5},"code":429}\n',
  ])
})

test('cut breaks the connection, and nothing is written', async () => {
  const { hooks, send, client } = await createScripted()
  hooks.before({ verb: 'create' }, { cut: true }, { times: 1 })
  await expect(send('POST', LEASES, { metadata: { name: 'leader' }, spec: {} })).rejects.toMatchObject({
    name: 'TypeError',
    message: 'fetch failed',
    cause: { code: 'ECONNRESET' },
  })
  expect((await client.list('Lease')).items).toEqual([])
})

test('delay waits on the clock of the cluster', async () => {
  const { hooks, client, advance } = await createScripted()
  hooks.before({ verb: 'list' }, { delay: '2s' })
  let done = false
  const list = client.list('Node').then(() => (done = true))
  await advance(1999)
  expect(done).toBe(false)
  await advance(1)
  expect(done).toBe(true)
  await list
})

test('delay comes before the other action', async () => {
  const { hooks, phases, advance } = await createScripted()
  hooks.before({}, { delay: 500, cut: true })
  let outcome: unknown
  void Promise.resolve(phases.before(callOf('Node', {}))).then((value) => (outcome = value))
  await advance(499)
  expect(outcome).toBeUndefined()
  await advance(1)
  expect(outcome).toEqual({ type: 'cut' })
})

test('rewrite patches the body and the options of a request', async () => {
  const { hooks, phases } = await createScripted()
  hooks.before(
    {},
    {
      rewrite: {
        body: { metadata: { labels: { a: '1' }, annotations: null } },
        options: { dryRun: true, fieldManager: 'other' },
      },
    },
  )
  const call = callOf('Lease', { verb: 'create' }, { body: { metadata: { name: 'leader', annotations: { b: '2' } } } })
  expect(phases.before(call)).toEqual({
    ...call,
    options: { ...call.options, dryRun: true, fieldManager: 'other' },
    manager: 'other',
    body: { value: { metadata: { name: 'leader', labels: { a: '1' } } }, duplicates: [] },
  })
})

test('rewrite leaves the body of a JSON Patch alone', async () => {
  const { hooks, phases } = await createScripted()
  hooks.before({}, { rewrite: { body: { metadata: {} } } })
  const call = callOf('Lease', { verb: 'patch', name: 'leader' }, { body: [{ op: 'remove', path: '/spec' }] })
  expect(phases.before(call)).toEqual(call)
})

test('the store receives the request that a rewrite function returns', async () => {
  const { hooks, client } = await withLease()
  const otherNamespace = (call: Call): Call => ({ ...call, target: { ...call.target, namespace: 'kube-system' } })
  hooks.before({ verb: 'list', kind: 'Lease' }, { rewrite: otherNamespace })
  expect((await client.list('Lease', { namespace: 'default' })).items).toEqual([])
})

test('hooks are called from the last registered, until one decides', async () => {
  const { hooks, phases } = await createScripted()
  const first = hooks.before({}, { cut: true })
  const second = hooks.before({ kind: 'Lease' }, { pass: true })
  const lease = callOf('Lease', {})
  expect([phases.before(lease), phases.before(callOf('Node', {}))]).toEqual([lease, { type: 'cut' }])
  expect([first.calls, second.calls]).toEqual([1, 1])
})

test.each<[string, (call: Call) => unknown]>([
  ['a reason', () => 'Conflict'],
  ['a status record', () => conflict()],
  ['an action', () => ({ status: 'Conflict' })],
  ['a Status', () => ({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 409 })],
  ['an error', () => new StatusError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 409 })],
  [
    'a thrown error',
    () => {
      throw new StatusError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 409 })
    },
  ],
  ['an outcome', () => ({ type: 'status', code: 409, status: {} })],
  ['a promise', async () => 'Conflict'],
  [
    'a rejected promise',
    async () => {
      throw new StatusError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 409 })
    },
  ],
])('a function may answer with %s', async (_, run) => {
  const { hooks, phases } = await createScripted()
  hooks.before({}, run as () => undefined) // each of these is a result of its own type
  expect(await phases.before(callOf('Lease', { verb: 'update', name: 'leader' }))).toMatchObject({
    type: 'status',
    code: 409,
  })
})

test('a function may answer with a call', async () => {
  const { hooks, phases } = await createScripted()
  const other = callOf('Node', { name: 'worker-1' })
  hooks.before({}, () => other)
  expect(phases.before(callOf('Lease', {}))).toBe(other)
})

test('a function that returns undefined leaves the request to the next hook and does not count for times', async () => {
  const { hooks, phases } = await createScripted()
  hooks.before({}, { cut: true })
  const odd = hooks.before({}, ({ target }) => (target.name === 'odd' ? 'Conflict' : undefined), { times: 1 })
  const later = hooks.before({}, async () => undefined, { times: 1 })
  const codes = []
  for (const name of ['even', 'odd', 'odd']) codes.push(await phases.before(callOf('Lease', { name })))
  expect(codes).toMatchObject([{ type: 'cut' }, { type: 'status', code: 409 }, { type: 'cut' }])
  expect([odd.calls, later.calls]).toEqual([2, 3])
})

test('two concurrent requests cannot both use the last of its times', async () => {
  const { hooks, phases } = await createScripted()
  hooks.before({}, async () => 'Conflict' as const, { times: 1 })
  const call = callOf('Lease', { name: 'leader' })
  expect(await Promise.all([phases.before(call), phases.before(call)])).toMatchObject([
    { type: 'status', code: 409 },
    call,
  ])
})

test('an error thrown by a function rejects the request', async () => {
  const { hooks, client } = await createScripted()
  hooks.before({ kind: 'Node' }, () => {
    throw new RangeError('oops')
  })
  await expect(client.list('Node')).rejects.toEqual(new RangeError('oops'))
})

test('what a function returns is validated', async () => {
  const { hooks, client } = await createScripted()
  hooks.before({ kind: 'Node' }, (() => ({ statu: 'Conflict' })) as unknown as () => undefined) // wrong on purpose
  await expect(client.list('Node')).rejects.toThrow(
    /^the before hook of .*before\.test\.ts:\d+:\d+ returned an invalid value: statu: no such member; did you mean "status"\?$/,
  )
})

test('hang keeps a request pending until it is aborted', async () => {
  const cluster = createCluster({ seed: 1 })
  cluster.hooks.before({ verb: 'list', kind: 'Node' }, { hang: true })
  const abort = new AbortController()
  const reply = cluster.fetch('/api/v1/nodes', { signal: abort.signal })
  let settled = false
  void reply.catch(() => undefined).finally(() => (settled = true))
  await cluster.clock.advance('1h')
  expect(settled).toBe(false)
  abort.abort(new Error('enough'))
  await expect(reply).rejects.toThrow('enough')
})

test('labels match the stored object for requests without a body', async () => {
  const cluster = createCluster({ seed: 1 })
  for (const team of ['shop', 'other']) await cluster.create('Lease', { metadata: { name: team, labels: { team } } })
  cluster.hooks.before({ client: 'test', verb: ['get', 'delete'], labels: 'team=shop' }, 'ServiceUnavailable')
  expect(await failureOf(cluster.get('Lease', { name: 'shop' }))).toMatchObject({ code: 503 })
  expect((await cluster.get('Lease', { name: 'other' })).metadata.name).toBe('other')
})

import { expect, test } from 'vitest'
import { forbidden } from '../../../src/server/hooks/statuses.js'
import { callOf, createScripted, failureOf } from './scripted.js'

test('without hooks an object is returned synchronously and unchanged', async () => {
  const { phases } = await createScripted()
  const next = { kind: 'Node', apiVersion: 'v1', metadata: { name: 'worker-1' } }
  expect(phases.admit(callOf('Node', { verb: 'create' }), undefined, next)).toBe(next)
})

test('applies a merge patch to every new object', async () => {
  const { hooks, client } = await createScripted()
  hooks.admit({ verb: 'create', kind: 'Namespace' }, { patch: { metadata: { labels: { team: 'shop', old: null } } } })
  expect(await client.create('Namespace', { metadata: { name: 'a', labels: { old: 'x', own: 'y' } } })).toMatchObject({
    metadata: { labels: { own: 'y', team: 'shop', 'kubernetes.io/metadata.name': 'a' } },
  })
})

test('the patched object is stored in wire order', async () => {
  const { hooks, send } = await createScripted()
  hooks.admit({ kind: 'Lease' }, { patch: { metadata: { annotations: { note: 'n' } } } })
  const response = await send('POST', '/apis/coordination.k8s.io/v1/namespaces/default/leases', {
    metadata: { name: 'leader' },
    spec: {},
  })
  expect(await response.text()).toMatch(
    /^\{"kind":"Lease","apiVersion":"coordination\.k8s\.io\/v1","metadata":\{"name":"leader","namespace":"default","uid":.*"annotations":\{"note":"n"\}/,
  )
})

test('a refusal writes nothing', async () => {
  const { hooks, client } = await createScripted()
  hooks.admit({ verb: 'create', kind: 'Node' }, forbidden('no more nodes'))
  expect(await failureOf(client.create('Node', { metadata: { name: 'worker-1' } }))).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'nodes "worker-1" is forbidden: no more nodes',
    reason: 'Forbidden',
    details: { name: 'worker-1', kind: 'nodes' },
    code: 403,
  })
  expect((await client.list('Node')).items).toEqual([])
})

test('a function receives the old and the new object, frozen', async () => {
  const { hooks, client } = await createScripted()
  const seen: unknown[] = []
  hooks.admit({ kind: 'Lease' }, (old, next, { target }) => {
    seen.push([target.verb, old?.['spec'], next['spec'], Object.isFrozen(next.metadata)])
    return undefined
  })
  await client.create('Lease', { metadata: { name: 'leader' }, spec: { holderIdentity: 'one' } })
  await client.edit('Lease', { name: 'leader' }, (lease) => void (lease.spec!.holderIdentity = 'two'))
  expect(seen).toEqual([
    ['create', undefined, { holderIdentity: 'one' }, true],
    ['update', { holderIdentity: 'one' }, { holderIdentity: 'two' }, true],
  ])
})

test('a function may replace the object that is written', async () => {
  const { hooks, client } = await createScripted()
  hooks.admit({ verb: 'create', kind: 'Node' }, (_, next) => ({ ...next, spec: { unschedulable: true } }))
  expect((await client.create('Node', { metadata: { name: 'worker-1' } })).spec).toMatchObject({ unschedulable: true })
})

test('a function may refuse', async () => {
  const { hooks, client } = await createScripted()
  hooks.admit({ verb: 'create' }, (_, { metadata }) => (metadata.name === 'bad' ? forbidden('bad name') : undefined))
  expect(await failureOf(client.create('Node', { metadata: { name: 'bad' } }))).toMatchObject({
    message: 'nodes "bad" is forbidden: bad name',
  })
  await client.create('Node', { metadata: { name: 'good' } })
})

test('a deletion can be refused', async () => {
  const { hooks, client } = await createScripted()
  await client.create('Node', { metadata: { name: 'worker-1' } })
  hooks.admit({ verb: 'delete', kind: 'Node' }, forbidden('it is needed'), { times: 1 })
  expect(await failureOf(client.delete('Node', { name: 'worker-1' }))).toMatchObject({
    code: 403,
    message: 'nodes "worker-1" is forbidden: it is needed',
  })
  await client.delete('Node', { name: 'worker-1' })
})

test.each<[string, () => unknown, RegExp]>([
  [
    'a promise',
    async () => undefined,
    /^the admit hook of .*admit\.test\.ts:\d+:\d+ returned a promise; it has to answer at once, so do the waiting elsewhere and keep what it found in a variable$/,
  ],
  ['a rejected promise', () => Promise.reject(new Error('lost')), /returned a promise/],
  [
    'a number that is no status code',
    () => 7,
    /^the admit hook of .* returned an invalid value: status: must be a whole number from 100 to 599, not 7$/,
  ],
  [
    'an object that does not fit its kind',
    () => ({ kind: 'Node', apiVersion: 'v1', metadata: { name: 'worker-1', labels: 'many' } }),
    /^the admit hook of .* returned an object that is not a valid Node: json: cannot unmarshal string into Go struct field ObjectMeta\.metadata\.labels of type map\[string\]string$/,
  ],
])('a function that returns %s fails the request, and nothing is written', async (_, run, message) => {
  const { hooks, client } = await createScripted()
  hooks.admit({ kind: 'Node' }, run as () => undefined) // wrong on purpose
  await expect(client.create('Node', { metadata: { name: 'worker-1' } })).rejects.toThrow(message)
  hooks.clear()
  expect((await client.list('Node')).items).toEqual([])
})

import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { failureOf } from './scripted.js'

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'

async function withLeases(...names: string[]) {
  const cluster = createCluster({ seed: 1 })
  for (const name of names)
    await cluster.create('Lease', { metadata: { name, labels: { team: 'shop' } }, spec: { holderIdentity: 'one' } })
  const json = async (path: string, userAgent = 'test') =>
    (await (await cluster.fetch(path, { headers: { 'User-Agent': userAgent } })).json()) as Answer
  return { cluster, json }
}

type Answer = {
  readonly code?: number
  readonly message?: string
  readonly spec?: { readonly holderIdentity: string }
  readonly metadata: { readonly resourceVersion: string; readonly continue: string }
  readonly items: readonly { readonly metadata: { readonly name: string } }[]
}
const names = ({ items }: Answer) => items.map(({ metadata }) => metadata.name)

test('stale reads the state before the latest changes of the kind, for one client only', async () => {
  const { cluster, json } = await withLeases('a', 'b')
  await cluster.create('Node', { metadata: { name: 'worker-1' } })
  cluster.hooks.before({ kind: 'Lease', userAgent: 'stale/*' }, { stale: { revisions: 1 } })
  expect([names(await json(LEASES, 'stale/1')), names(await json(LEASES))]).toEqual([['a'], ['a', 'b']])
  expect(await json(`${LEASES}/b`, 'stale/1')).toMatchObject({ code: 404 })
  await cluster.patch('Lease', { name: 'a' }, { spec: { holderIdentity: 'two' } })
  expect((await json(`${LEASES}/a`, 'stale/1')).spec).toEqual({ holderIdentity: 'one' })
})

test('a stale list has its own resourceVersion; a future one still gives 504', async () => {
  const { cluster, json } = await withLeases('a', 'b')
  const { metadata } = await cluster.get('Lease', { name: 'a' })
  cluster.hooks.before({ kind: 'Lease' }, { stale: { at: metadata.resourceVersion! } })
  const list = await json(LEASES)
  expect([names(list), list.metadata.resourceVersion]).toEqual([['a'], metadata.resourceVersion])
  expect(await json(`${LEASES}?resourceVersion=${Number(metadata.resourceVersion) + 1}`)).toMatchObject({ code: 504 })
})

test('stale reads the oldest state kept where it goes back too far, and leaves writes to the next hook', async () => {
  const { cluster } = await withLeases('a')
  const next = cluster.hooks.before({ client: 'test', kind: 'Lease' }, { pass: true })
  const stale = cluster.hooks.before({ client: 'test', kind: 'Lease' }, { stale: { revisions: 1000 } })
  expect((await cluster.list('Lease')).items).toEqual([])
  await cluster.patch('Lease', { name: 'a' }, { spec: { holderIdentity: 'two' } })
  expect([stale.calls, next.calls]).toEqual([1, 1])
})

test('a rival writes once between the read and the write of an update', async () => {
  const { cluster } = await withLeases('a')
  cluster.hooks.before(
    { client: 'test', verb: 'update', kind: 'Lease' },
    { rival: { patch: { spec: { holderIdentity: 'rival' } } } },
    { times: 1 },
  )
  const edit = () => cluster.edit('Lease', { name: 'a' }, (lease) => void (lease.spec!.leaseTransitions = 1))
  expect(await failureOf(edit())).toMatchObject({ code: 409, reason: 'Conflict' })
  const { spec, metadata } = await edit()
  expect(spec).toEqual({ holderIdentity: 'rival', leaseTransitions: 1 })
  expect(metadata.managedFields?.map(({ manager }) => manager)).toContain('rival')
})

test('a rival causes a conflict each time, even when its patch changes nothing any more', async () => {
  const { cluster } = await withLeases('a')
  const hook = cluster.hooks.before(
    { client: 'test', verb: 'update', kind: 'Lease' },
    { rival: { patch: { spec: { holderIdentity: 'rival' } } } },
  )
  const edit = () => cluster.edit('Lease', { name: 'a' }, (lease) => void (lease.spec!.leaseTransitions = 1))
  const codes: unknown[] = []
  for (let i = 0; i < 4; i++) codes.push(await failureOf(edit()))
  expect(codes).toMatchObject([{ code: 409 }, { code: 409 }, { code: 409 }, { code: 409 }])
  hook[Symbol.dispose]()
  expect((await edit()).spec).toEqual({ holderIdentity: 'rival', leaseTransitions: 1 })
})

test('a rival that writes the status causes a conflict each time', async () => {
  const { cluster } = await withLeases()
  await cluster.create('Namespace', { metadata: { name: 'shop' } })
  cluster.hooks.before(
    { client: 'test', verb: 'update', kind: 'Namespace' },
    { rival: { patch: { status: { phase: 'Active' } }, subresource: 'status' } },
  )
  const edit = () => cluster.edit('Namespace', { name: 'shop' }, (shop) => void (shop.metadata.labels = { a: 'b' }))
  expect([await failureOf(edit()), await failureOf(edit())]).toMatchObject([{ code: 409 }, { code: 409 }])
})

test('a rival of patches writes the status with its own field manager', async () => {
  const { cluster } = await withLeases()
  await cluster.create('Namespace', { metadata: { name: 'shop' } })
  const patch = { status: { conditions: [{ type: 'NamespaceDeletionDiscoveryFailure', status: 'True' }] } }
  const hook = cluster.hooks.before(
    { client: 'test', verb: 'patch', kind: 'Namespace' },
    { rival: { patch, manager: 'other', subresource: 'status' } },
  )
  for (const label of ['a', 'b'])
    await cluster.patch('Namespace', { name: 'shop' }, { metadata: { labels: { label } } })
  const { status, metadata } = await cluster.get('Namespace', { name: 'shop' })
  expect([hook.calls, status?.conditions, metadata.labels?.['label']]).toMatchObject([2, [{ status: 'True' }], 'b'])
  expect(metadata.managedFields?.find(({ manager }) => manager === 'other')).toMatchObject({ subresource: 'status' })
})

test('a rival creates the object before a create; an object that does not exist stays a 404', async () => {
  const { cluster } = await withLeases()
  cluster.hooks.before({ client: 'test', kind: 'Lease' }, { rival: { patch: { spec: { holderIdentity: 'rival' } } } })
  expect(await failureOf(cluster.create('Lease', { metadata: { name: 'a' } }))).toMatchObject({
    code: 409,
    reason: 'AlreadyExists',
  })
  expect((await cluster.get('Lease', { name: 'a' })).spec).toEqual({ holderIdentity: 'rival' })
  expect(await failureOf(cluster.patch('Lease', { name: 'b' }, {}))).toMatchObject({ code: 404 })
})

test('a rival whose write is refused rejects the request with a TypeError', async () => {
  const { cluster } = await withLeases('a')
  const write = () => failureOf(cluster.patch('Lease', { name: 'a' }, {}))
  const hook = cluster.hooks.before(
    { client: 'test', kind: 'Lease' },
    { rival: { patch: { spec: { leaseDurationSeconds: -1 } } } },
  )
  expect(await write()).toMatch(/^TypeError: the write of a rival was refused: .*must be greater than 0$/)
  hook.dispose()
  cluster.hooks.before({ client: 'test', kind: 'Lease' }, { rival: { patch: {}, subresource: 'scale' } })
  expect(await write()).toBe('TypeError: a rival cannot write to the subresource scale: Lease has no such subresource')
})

const TOO_OLD = {
  code: 410,
  reason: 'Expired',
  message: expect.stringMatching(
    /^The provided continue parameter is too old to display a consistent list result\. You can start a new list .* show up in the list\.$/,
  ),
}

test('expire answers a continue token with 410 and a new token', async () => {
  const { cluster, json } = await withLeases('a', 'b', 'c')
  const hook = cluster.hooks.before({ kind: 'Lease' }, { expire: true }, { times: 1 })
  const first = await json(`${LEASES}?limit=1`)
  const second = await json(`${LEASES}?limit=1&continue=${first.metadata.continue}`)
  expect([names(first), second, hook.calls]).toMatchObject([['a'], TOO_OLD, 1])
  expect(names(await json(`${LEASES}?continue=${second.metadata.continue}`))).toEqual(['b', 'c'])
})

test('expireContinueTokens() expires all tokens issued so far, even without a write since', async () => {
  const { cluster, json } = await withLeases('a', 'b', 'c')
  const first = await json(`${LEASES}?limit=1`)
  const goOn = ({ metadata }: Answer) => json(`${LEASES}?limit=1&continue=${metadata.continue}`)
  cluster.expireContinueTokens()
  expect(await goOn(first)).toMatchObject(TOO_OLD)
  expect(names(await goOn(await json(`${LEASES}?limit=1`)))).toEqual(['b'])
  cluster.expireContinueTokens()
  expect(await goOn(first)).toMatchObject(TOO_OLD)
})

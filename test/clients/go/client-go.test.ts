import { describe, expect, test } from 'vitest'
import { goProgram } from '../setup/go-program.js'
import { printed } from '../support/manifests.js'
import { type AtEnd, type Server, profiles, startServer } from '../support/server.js'
import { type Running, openShell } from '../support/shell.js'

const program = await goProgram()

const verbs = [
  'create ok',
  'create AlreadyExists',
  'get ok',
  'list ok',
  'watch ok',
  'application/merge-patch+json ok',
  'application/strategic-merge-patch+json ok',
  'application/json-patch+json ok',
  'update Conflict',
  'get ok',
  'update ok',
  'delete Conflict',
  'delete ok',
  'MODIFIED merge',
  'MODIFIED strategic',
  'MODIFIED json',
  'MODIFIED update',
]
const kinds = [
  'Namespace',
  'Node',
  'PersistentVolumeClaim',
  'Lease',
  'LeaseCandidate',
  'Event',
  'IPAddress',
  'ServiceCIDR',
  'RuntimeClass',
  'PodDisruptionBudget',
  'ConfigMap',
  'Secret',
  'Service',
  'Pod',
  'Deployment',
  'Job',
  'CronJob',
  'Role',
]
// Kinds whose deletion begins with a MODIFIED event, as they terminate gracefully.
const staying = ['Namespace', 'PersistentVolumeClaim', 'Pod', 'Job']
const lines = (...all: readonly string[]) => printed(all.map((line) => `${line}\n`).join(''))

test('the typed client', async ({ onTestFinished: atEnd }) => {
  const server = await startServer({ profile: 'kubernetes' }, atEnd)
  const { run } = await openShell(server.kubeconfig, atEnd)
  expect(await run(program, ['typed'])).toEqual(
    lines(
      ...kinds.flatMap((kind) =>
        [...verbs, staying.includes(kind) ? 'MODIFIED update' : 'DELETED update'].map((line) => `${kind} ${line}`),
      ),
      'status create ok',
      'status update ok 4 false',
      'apply first ok one',
      'apply second Conflict',
      'apply second ok two',
      'answered application/vnd.kubernetes.protobuf',
      'answered application/vnd.kubernetes.protobuf;stream=watch',
    ),
  )
  const creations = server.received.entries.filter(({ method }) => method === 'POST')
  expect(new Set(creations.map(({ type }) => type))).toEqual(new Set(['application/vnd.kubernetes.protobuf']))
})

test('a manager of controller-runtime, whose objects own jobs and roles', async ({ onTestFinished: atEnd }) => {
  const server = await startServer({ profile: 'kubernetes', controllers: 'default' }, atEnd)
  const { run } = await openShell(server.kubeconfig, atEnd)
  const { code, stdout } = await run(program, ['manager'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'elected\njob created\nrole created\njob created\n' })
  const { metadata } = await server.cluster.get('Job', { name: 'nightly' })
  expect(metadata.ownerReferences).toMatchObject([{ kind: 'ConfigMap', name: 'nightly', controller: true }])
})

describe.each(profiles)('%s', (profile) => {
  test('the dynamic client', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    const { run } = await openShell(server.kubeconfig, atEnd)
    expect(await run(program, ['dynamic', server.group('coordination')])).toEqual(
      lines(
        'mapping leases namespace',
        'create ok one',
        'create AlreadyExists',
        'strict BadRequest',
        'list 3 26',
        'patch ok merge',
        'update Conflict',
        'update ok one',
        'apply Conflict',
        'apply ok applied',
        'delete ok',
        'get NotFound',
        'delete collection ok',
        'list 1 0',
      ),
    )
  })
})

const informers = profiles.flatMap((profile) => [
  ...(profile === 'kubernetes' ? [['the shared informer', profile, false] as const] : []),
  ['the dynamic shared informer', profile, true] as const,
])

describe.each(informers)('%s, %s', (_, profile, dynamic) => {
  /** Starts the informer on leases, and waits until its cache has synced. */
  async function follow(server: Server, atEnd: AtEnd): Promise<Running> {
    const { start } = await openShell(server.kubeconfig, atEnd)
    const running = start(program, ['informers', ...(dynamic ? [server.group('coordination')] : [])])
    await running.lines.until((all) => all.includes('synced'))
    return running
  }

  test('create, patch, delete', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    const { cluster } = server
    await cluster.create('Lease', { metadata: { name: 'a' } })
    const { lines: told, interrupt } = await follow(server, atEnd)
    await cluster.create('Lease', { metadata: { name: 'b', labels: { x: 'new' } } })
    await cluster.patch('Lease', { name: 'a' }, { metadata: { labels: { x: 'y' } } })
    await cluster.patch('Lease', { name: 'a' }, { metadata: { labels: { x: 'y' } } })
    await cluster.delete('Lease', { name: 'b' })
    await told.until((all) => all.includes('delete b new'))
    const { code } = await interrupt()
    expect({ code, told: told.entries.toSorted() }).toEqual({
      code: 0,
      told: ['add a', 'add b new', 'cached default/a', 'delete b new', 'synced', 'update a y'],
    })
    const requests = server.received.entries.map(({ query }) => (query.has('watch') ? 'watch' : 'list'))
    expect(requests).toEqual(['list', 'watch'])
  })

  test('a restored state, which ends watches with 410', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    const { cluster } = server
    for (const name of ['a', 'b']) await cluster.create('Lease', { metadata: { name } })
    const saved = cluster.snapshot()
    await cluster.delete('Lease', { name: 'a' })
    await cluster.create('Lease', { metadata: { name: 'c' } })
    const { lines: told, interrupt } = await follow(server, atEnd)
    cluster.restore(saved)
    await told.until((all) => all.includes('add a') && all.includes('delete (unseen) c'))
    await cluster.patch('Lease', { name: 'a' }, { metadata: { labels: { x: 'y' } } })
    await told.until((all) => all.includes('update a y'))
    await interrupt()
    const relisted = ['delete (unseen) c', 'add a', 'update b']
    expect(told.entries.toSorted()).toEqual(
      ['add b', 'add c', 'synced', ...relisted, 'update a y', 'cached default/a', 'cached default/b'].toSorted(),
    )
    expect(server.received.entries.length).toBeLessThan(20)
  })

  test('a server restarted on its port', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    for (const name of ['old', 'kept']) await server.cluster.create('Lease', { metadata: { name } })
    const { lines: told, interrupt } = await follow(server, atEnd)
    await server.close()
    const next = await startServer({ profile, port: server.port }, atEnd)
    for (const name of ['kept', 'new']) await next.cluster.create('Lease', { metadata: { name } })
    await told.until((all) => all.includes('add new') && all.includes('delete (unseen) old'))
    await next.cluster.delete('Lease', { name: 'new' })
    await told.until((all) => all.includes('delete new'))
    await interrupt()
    const relisted = ['delete (unseen) old', 'update kept', 'add new']
    expect(told.entries.toSorted()).toEqual(
      ['add kept', 'add old', 'synced', ...relisted, 'delete new', 'cached default/kept'].toSorted(),
    )
    expect(next.received.entries.length).toBeLessThan(20)
  })
})

type Spec = { readonly [member in 'holderIdentity' | 'acquireTime' | 'renewTime']: string }

test.for([
  ['gives up the lease', 'election', ['first', '', 'second']],
  ['lets it expire', 'election expires', ['first', 'second']],
] as const)('leader election, with a first leader that %s', async ([, part, holders], { onTestFinished: atEnd }) => {
  const server = await startServer({ profile: 'kubernetes' }, atEnd)
  const { run } = await openShell(server.kubeconfig, atEnd)
  const written: Spec[] = []
  // Client-go writes a LeaseSpec.
  server.cluster.hooks.admit({ kind: 'Lease' }, (_, { spec }) => void written.push(spec as Spec))
  const { code, stdout } = await run(program, part)
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'first leads\nfirst sees first\nsecond sees first\nsecond leads\nsecond sees second\n',
  })
  expect([...new Set(written.map(({ holderIdentity }) => holderIdentity))]).toEqual(holders)
  expect(await server.cluster.get('Lease', { name: 'leader' })).toMatchObject({
    spec: { holderIdentity: 'second', leaseTransitions: 1 },
  })
  const taken = written.findIndex(({ holderIdentity }) => holderIdentity === 'second')
  const free = Date.parse(written[taken]!.acquireTime) - Date.parse(written[taken - 1]!.renewTime)
  // 15,000 ms is the duration of its leases.
  expect(free >= 15_000).toBe(part === 'election expires')
})

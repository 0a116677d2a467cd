import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../package/install.js'
import { installed } from '../setup/install.js'
import { fluentClient } from '../setup/versions.js'
import type { Journal } from '../support/journal.js'
import { printed } from '../support/manifests.js'
import { type AtEnd, type Server, profiles, startServer } from '../support/server.js'
import { type Running, openShell } from '../support/shell.js'

const folder = await installed(fluentClient)
const program = join(root, 'test/clients/fluent/fluent.mjs')
const lines = (...all: readonly string[]) => printed(all.map((line) => `${line}\n`).join(''))

/** Starts a part of the program. */
async function start(server: Server, atEnd: AtEnd, part: string, ...settings: readonly string[]): Promise<Running> {
  const shell = await openShell(server.kubeconfig, atEnd)
  return shell.start(process.execPath, [program, folder, part, server.group('').slice(1), ...settings])
}

// The client also reconnects at an interval after a failure, and can then watch a collection twice: the interval is
// made too long for that.
const AT_ONCE = 'resyncDelaySec=600'

/** Waits until the watch has connected `times` times. */
const connected = (told: Journal<string>, times: number) =>
  told.until((all) => all.filter((line) => line === 'connect').length === times)
const events = (told: Journal<string>) => told.entries.filter((line) => /^(ADDED|MODIFIED|DELETED) /.test(line))
const requests = ({ received }: Server) => received.entries.map(({ query }) => (query.has('watch') ? 'watch' : 'list'))

const calls = [
  'get NotFound',
  'apply ok created',
  'apply ok updated',
  'patch ok patched',
  'apply Conflict',
  'apply ok forced',
  'patch status ok forced Tested',
  'create ok other',
  'create AlreadyExists',
  'get ok forced',
  'list ok a',
  'delete ok',
  'delete ok',
  'get NotFound',
  'delete ok',
]
const kinds = ['Namespace', 'Node', 'PersistentVolumeClaim', 'Lease', 'PodDisruptionBudget']

/** Faults of a watch in place of an event, and what the client reports before it lists again. */
const faults = [
  ['ended', { end: true }],
  ['broken', { cut: true }, 'network_error'],
  ['halved', { cut: 'mid-line' }, 'network_error'],
  ['expired', { expire: true }, 'old_resource_version'],
  ['failed', { status: 'InternalError' }, 'ERROR InternalError'],
] as const

describe.each(profiles)('37. %s', (profile) => {
  const begin = (atEnd: AtEnd, port = 0) => startServer({ profile, controllers: 'default', port }, atEnd)

  test('calls', async ({ onTestFinished: atEnd }) => {
    const server = await begin(atEnd)
    const { finished } = await start(server, atEnd, 'calls')
    const lives = kinds.flatMap((kind) => calls.map((line) => `${kind} ${line}`))
    expect(await finished).toEqual(
      lines(...lives.map((line) => (line.startsWith('Lease patch status') ? 'Lease patch status NotFound' : line))),
    )
    const patches = server.received.entries.filter(
      ({ method, path }) => method === 'PATCH' && path.includes('/leases/'),
    )
    expect(patches.map(({ path, query, type }) => [path.split('/a')[2] ?? '', `${query}`, type])).toEqual([
      ['', 'fieldManager=pepr&fieldValidation=Strict&force=false', 'application/apply-patch+yaml'],
      ['', 'fieldManager=pepr&fieldValidation=Strict&force=false', 'application/apply-patch+yaml'],
      ['', '', 'application/json-patch+json'],
      ['', 'fieldManager=pepr&fieldValidation=Strict&force=false', 'application/apply-patch+yaml'],
      ['', 'fieldManager=pepr&fieldValidation=Strict&force=true', 'application/apply-patch+yaml'],
      ['/status', '', 'application/merge-patch+json'],
    ])
  })

  test('finalizers', async ({ onTestFinished: atEnd }) => {
    const { finished } = await start(await begin(atEnd), atEnd, 'finalize')
    const held = 'finalizers ["example.com/tested"]'
    expect(await finished).toEqual(
      lines(
        ...[
          'ok',
          `there, ${held}`,
          'ok',
          'there, finalizers undefined',
          'ok',
          `there, ${held}`,
          'ok',
          `deleted, ${held}`,
          'ok',
          'NotFound',
        ],
      ),
    )
  })

  test('a watch through create, patch, delete', async ({ onTestFinished: atEnd }) => {
    const server = await begin(atEnd)
    const { cluster } = server
    await cluster.create('Lease', { metadata: { name: 'a' } })
    const { lines: told, interrupt } = await start(server, atEnd, 'watch')
    await connected(told, 1)
    await cluster.create('Lease', { metadata: { name: 'b', labels: { x: 'new' } } })
    await cluster.patch('Lease', { name: 'a' }, { metadata: { labels: { x: 'y' } } })
    await cluster.patch('Lease', { name: 'a' }, { metadata: { labels: { x: 'y' } } })
    await cluster.delete('Lease', { name: 'b' })
    await told.until((all) => all.includes('DELETED b new'))
    expect(await interrupt()).toEqual(lines('ADDED a', 'connect', 'ADDED b new', 'MODIFIED a y', 'DELETED b new'))
    expect(requests(server)).toEqual(['list', 'watch'])
  })

  test('watches that end, break, expire and fail', async ({ onTestFinished: atEnd }) => {
    const server = await begin(atEnd)
    const { cluster } = server
    await cluster.create('Lease', { metadata: { name: 'a' } })
    const { lines: told, interrupt } = await start(server, atEnd, 'watch', AT_ONCE)
    for (const [i, [x, action]] of faults.entries()) {
      await connected(told, i + 1)
      cluster.hooks.watch({ kind: 'Lease', event: 'MODIFIED' }, action, { times: 1 })
      await cluster.patch('Lease', { name: 'a' }, { metadata: { labels: { x } } })
    }
    await connected(told, faults.length + 1)
    await cluster.delete('Lease', { name: 'a' })
    await told.until((all) => all.includes('DELETED a failed'))
    const missed = faults.flatMap(([x, , ...said]) => [...said, `MODIFIED a ${x}`, 'connect'])
    expect(await interrupt()).toEqual(lines('ADDED a', 'connect', ...missed, 'DELETED a failed'))
    expect(requests(server)).toEqual([...faults, 'the last'].flatMap(() => ['list', 'watch']))
  })

  test('a restored state, which ends watches with 410', async ({ onTestFinished: atEnd }) => {
    const server = await begin(atEnd)
    const { cluster } = server
    for (const name of ['a', 'b']) await cluster.create('Lease', { metadata: { name } })
    const saved = cluster.snapshot()
    await cluster.delete('Lease', { name: 'a' })
    await cluster.create('Lease', { metadata: { name: 'c' } })
    const { lines: told, interrupt } = await start(server, atEnd, 'watch', AT_ONCE)
    await connected(told, 1)
    cluster.restore(saved)
    await connected(told, 2)
    await cluster.patch('Lease', { name: 'a' }, { metadata: { labels: { x: 'y' } } })
    await told.until((all) => all.includes('MODIFIED a y'))
    expect(await interrupt()).toEqual(
      lines('ADDED b', 'ADDED c', 'connect', 'old_resource_version', 'ADDED a', 'DELETED c', 'connect', 'MODIFIED a y'),
    )
    expect(requests(server)).toEqual(['list', 'watch', 'list', 'watch'])
  })

  test('a watch without events, which the client reopens', async ({ onTestFinished: atEnd }) => {
    const server = await begin(atEnd)
    const { cluster } = server
    await cluster.create('Lease', { metadata: { name: 'a' } })
    const { lines: told, interrupt } = await start(server, atEnd, 'watch', 'lastSeenLimitSeconds=1', 'resyncDelaySec=1')
    await connected(told, 1)
    await cluster.patch('Lease', { name: 'a' }, { metadata: { labels: { x: 'before' } } })
    await connected(told, 3)
    await cluster.patch('Lease', { name: 'a' }, { metadata: { labels: { x: 'after' } } })
    await told.until((all) => all.includes('MODIFIED a after'))
    expect(await interrupt()).toMatchObject({ code: 0, stderr: '' })
    expect(told.entries.slice(0, 7)).toEqual([
      'ADDED a',
      'connect',
      'MODIFIED a before',
      'reconnect',
      'connect',
      'reconnect',
      'connect',
    ])
    expect(events(told)).toEqual(['ADDED a', 'MODIFIED a before', 'MODIFIED a after'])
  })

  test('a server restarted on its port', async ({ onTestFinished: atEnd }) => {
    const server = await begin(atEnd)
    for (const name of ['old', 'kept']) await server.cluster.create('Lease', { metadata: { name } })
    const { lines: told, interrupt } = await start(server, atEnd, 'watch', 'resyncDelaySec=1')
    await connected(told, 1)
    await server.close()
    await told.until((all) => all.includes('network_error'))
    const next = await begin(atEnd, server.port)
    for (const name of ['kept', 'new']) await next.cluster.create('Lease', { metadata: { name } })
    await connected(told, 2)
    await next.cluster.delete('Lease', { name: 'new' })
    await told.until((all) => all.includes('DELETED new'))
    expect(await interrupt()).toMatchObject({ code: 0, stderr: '' })
    expect(events(told)).toEqual([
      'ADDED kept',
      'ADDED old',
      'ADDED kept',
      'ADDED new',
      'DELETED kept',
      'DELETED old',
      'DELETED new',
    ])
    expect(next.received.entries.length).toBeLessThan(20)
  })
})

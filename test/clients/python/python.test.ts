import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../package/install.js'
import { pythonWith } from '../setup/python.js'
import { pythons } from '../setup/versions.js'
import { printed } from '../support/manifests.js'
import { type AtEnd, type Server, profiles, startServer } from '../support/server.js'
import { openShell } from '../support/shell.js'

const program = join(root, 'test/clients/python/program.py')
const lines = (...all: readonly string[]) => printed(all.map((line) => `${line}\n`).join(''))

/** Opens a shell whose commands are the parts of the program. */
async function openPython(server: Server, release: string, atEnd: AtEnd) {
  const python = await pythonWith(release)
  const { run, start } = await openShell(server.kubeconfig, atEnd)
  const words = (part: string) => [program, ...part.split(' ')]
  return { run: (part: string) => run(python, words(part)), start: (part: string) => start(python, words(part)) }
}

const verbs = [
  'create ok',
  'create AlreadyExists',
  'read ok',
  'list ok [True]',
  'patch ok merge',
  'patch ok strategic',
  'patch ok json',
  'replace Conflict',
  'replace ok replaced',
  'delete ok',
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
  'APIService',
  'ConfigMap',
]
const staying = ['Namespace', 'PersistentVolumeClaim']

test.for(pythons)('38. typed clients (%s)', async (release, { onTestFinished: atEnd }) => {
  const { run } = await openPython(await startServer({ profile: 'kubernetes' }, atEnd), release, atEnd)
  const lives = kinds.flatMap((kind) => [...verbs, staying.includes(kind) ? 'read stays' : 'read NotFound'].map((line) => `${kind} ${line}`))
  expect(await run('typed')).toEqual(lines(...lives, 'core events 0'))
})

describe.each(pythons.flatMap((release) => profiles.map((profile) => [release, profile] as const)))('%s, %s', (release, profile) => {
  test('38. clients of any kind', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    const { run } = await openPython(server, release, atEnd)
    expect(await run(`custom ${server.group('coordination')}`)).toEqual(
      lines(
        'create ok one',
        'create AlreadyExists',
        'get ok one',
        'merge ok two',
        'a list to merge BadRequest',
        'replace Invalid',
        'replace ok three',
        'delete ok',
        'list 0',
      ),
    )
    expect(await run(`dynamic ${server.group('coordination')} ${release === '33.1.0' ? 'object' : 'text'}`)).toEqual(
      lines(
        'resource leases True',
        'create ok one',
        'create AlreadyExists',
        'patch ok strategic',
        'patch ok merge',
        'apply Conflict',
        'apply ok first',
        'apply Conflict',
        'apply ok second',
        'delete Success',
        'list 0',
      ),
    )
  })

  test('38. a watch for a time', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    const { run } = await openPython(server, release, atEnd)
    await server.cluster.create('Lease', { metadata: { name: 'a' } })
    expect(await run(`watch ${server.group('coordination')} timeout_seconds=1`)).toEqual(lines('ADDED a', 'ended'))
  })

  test('38. a watch that the server ends, and one that has expired', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    const { start, run } = await openPython(server, release, atEnd)
    const { cluster, received } = server
    for (const name of ['a', 'b']) await cluster.create('Lease', { metadata: { name } })
    cluster.hooks.watch({ kind: 'Lease', event: 'MODIFIED' }, { end: true }, { times: 1 })
    const watches = () => received.entries.filter(({ query }) => query.has('watch')).length
    const { lines: told, interrupt } = start(`watch ${server.group('coordination')}`)
    await told.until((all) => all.length === 2)
    await cluster.patch('Lease', { name: 'a' }, { metadata: { labels: { x: 'y' } } })
    await received.until(() => watches() === 2)
    await cluster.delete('Lease', { name: 'b' })
    await told.until((all) => all.includes('DELETED b'))
    await interrupt()
    expect(told.entries).toEqual(['ADDED a', 'ADDED b', 'MODIFIED a', 'DELETED b'])

    expect(await run(`watch ${server.group('coordination')} resource_version=1`)).toEqual(lines('refused 410'))
    expect(watches()).toBe(4)
  })
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../package/install.js'
import { pythonWith } from '../setup/python.js'
import { pythons } from '../setup/versions.js'
import { printed } from '../support/manifests.js'
import { type AtEnd, type Server, profiles, startServer } from '../support/server.js'
import { type Running, openShell } from '../support/shell.js'

const program = join(root, 'test/clients/python/program.py')
const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join('')

/** Starts the program, which plays the parts in sequence. */
async function start(server: Server, release: string, parts: readonly string[], atEnd: AtEnd): Promise<Running> {
  const python = await pythonWith(release)
  const shell = await openShell(server.kubeconfig, atEnd)
  return shell.start(python, [program, parts.join(' + ')])
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
  const { finished } = await start(await startServer({ profile: 'kubernetes' }, atEnd), release, ['typed'], atEnd)
  const lives = kinds.flatMap((kind) =>
    [...verbs, staying.includes(kind) ? 'read stays' : 'read NotFound'].map((line) => `${kind} ${line}`),
  )
  expect(await finished).toEqual(printed(lines(...lives, 'core events 0')))
})

const CUSTOM = [
  'create ok one',
  'create AlreadyExists',
  'get ok one',
  'merge ok two',
  'a list to merge BadRequest',
  'replace Invalid',
  'replace ok three',
  'delete ok',
  'list 0',
]
const DYNAMIC = [
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
]

test.for(pythons.flatMap((release) => profiles.map((profile) => [release, profile] as const)))(
  '38. clients of any kind, and watches that expire, end and go on (%s, %s)',
  async ([release, profile], { onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    const { cluster, received } = server
    const group = server.group('coordination')
    const parts = [
      'custom G',
      `dynamic G ${release === '33.1.0' ? 'object' : 'text'}`,
      'watch G resource_version=1',
      'watch G timeout_seconds=1',
      'watch G',
    ]
    const program = await start(
      server,
      release,
      parts.map((part) => part.replace('G', group)),
      atEnd,
    )
    const told = program.lines
    const watches = () => received.entries.filter(({ query }) => query.has('watch')).length

    // The expired watch reconnects once, and the one with a timeout does not.
    await received.until(() => watches() === 4)
    cluster.hooks.watch({ kind: 'Lease', event: 'MODIFIED' }, { end: true }, { times: 1 })
    for (const name of ['a', 'b']) await cluster.create('Lease', { metadata: { name } })
    await told.until((all) => all.includes('ADDED b'))
    await cluster.patch('Lease', { name: 'a' }, { metadata: { labels: { x: 'y' } } })
    await received.until(() => watches() === 5)
    await cluster.delete('Lease', { name: 'b' })
    await told.until((all) => all.includes('DELETED b'))
    await cluster.create('Lease', { metadata: { name: 'end' } })

    const followed = ['ADDED a', 'ADDED b', 'MODIFIED a', 'DELETED b', 'ADDED end', 'ended']
    expect(await program.finished).toEqual(printed(lines(...CUSTOM, ...DYNAMIC, 'refused 410', 'ended', ...followed)))
    expect(
      received.entries.filter(({ query }) => query.has('watch')).map(({ query }) => query.has('timeoutSeconds')),
    ).toEqual([false, false, true, false, false])
  },
)

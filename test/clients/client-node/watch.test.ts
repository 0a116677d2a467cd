import { describe, expect, test } from 'vitest'
import { configOf, k8s } from '../support/client-node.js'
import { createJournal } from '../support/journal.js'
import { type Server, endWatches, profiles, startServer } from '../support/server.js'

const path = ({ group }: Server) => `/apis/${group('coordination')}/v1/namespaces/default/leases`

/** Watches leases, and records each event and how the watch ended. */
async function watch(server: Server, query: object = {}) {
  const journal = createJournal<string>()
  const aborter = await new k8s.Watch(configOf(server)).watch(
    path(server),
    query,
    (type, object) => journal.add(`${type} ${object.metadata?.name ?? object.code}`),
    (error) => journal.add(error ? `failed: ${(error as Error).name}` : 'closed'),
  )
  return {
    journal,
    abort: () => aborter.abort(),
    ended: () => journal.until((lines) => /^(failed|closed)/.test(lines.at(-1) ?? '')),
  }
}

describe.each(profiles)('%s', (profile) => {
  test('existing objects, then changes', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    await server.cluster.create('Lease', { metadata: { name: 'a' } })
    const { journal, ended } = await watch(server)
    await journal.until((lines) => lines.length === 1)
    await server.cluster.create('Lease', { metadata: { name: 'b' } })
    await server.cluster.patch('Lease', { name: 'a' }, { metadata: { labels: { x: 'y' } } })
    await server.cluster.delete('Lease', { name: 'b' })
    await journal.until((lines) => lines.length === 4)
    server.cluster.close()
    await ended()
    expect(journal.entries).toEqual(['ADDED a', 'ADDED b', 'MODIFIED a', 'DELETED b', 'closed'])
  })

  test('objects that enter and leave a selection', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    await server.cluster.create('Lease', { metadata: { name: 'a' } })
    const { resourceVersion } = (await server.cluster.list('Lease')).metadata
    const { journal, ended } = await watch(server, { labelSelector: 'x=y', resourceVersion })
    await server.cluster.patch('Lease', { name: 'a' }, { metadata: { labels: { x: 'y' } } })
    await server.cluster.patch('Lease', { name: 'a' }, { spec: { holderIdentity: 'one' } })
    await server.cluster.patch('Lease', { name: 'a' }, { metadata: { labels: { x: null } } })
    endWatches(server)
    await ended()
    expect(journal.entries).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a', 'closed'])
  })

  test('from an expired resourceVersion', async ({ onTestFinished: atEnd }) => {
    const { journal, ended } = await watch(await startServer({ profile }, atEnd), { resourceVersion: 1 })
    await ended()
    expect(journal.entries).toEqual(['ERROR 410', 'closed'])
  })

  test('aborted by the client', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    const { journal, abort, ended } = await watch(server)
    abort()
    await ended()
    expect(journal.entries).toEqual(['failed: AbortError'])
  })
})

import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { formatJournal } from '../../../src/server/journal/format.js'

test('why lists each change of an object, with its request and its cause', async () => {
  const cluster = createCluster({ seed: 1, controllers: ['namespace-end'] })
  await cluster.create('Namespace', { metadata: { name: 'shop', finalizers: ['example.com/hold'] } })
  await cluster.delete('Namespace', { name: 'shop' })
  const why = cluster.why('Namespace', { name: 'shop' })
  expect(why.complete).toBe(true)
  expect(
    why.steps.map(({ type, request, manager, because }) => [
      type,
      request?.via,
      request?.verb,
      manager,
      because?.request?.verb,
    ]),
  ).toEqual([
    ['added', 'client', 'create', 'fakecluster', undefined],
    ['changed', 'client', 'delete', 'fakecluster', undefined],
    ['changed', 'controller', 'update', 'kube-controller-manager', 'delete'],
    ['changed', 'controller', 'update', 'kube-controller-manager', 'delete'],
  ])
  const text = String(why).split('\n')
  expect(text[0]).toBe('Namespace shop: 4 changes')
  expect(text.filter((line) => line.includes(' by '))[3]).toBe(
    '      1006 changed by fakecluster: DELETE /api/v1/namespaces/shop',
  )
})

test('why has no request for a loaded object, and tells whether it is complete', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none', history: 1 })
  await cluster.load([{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } }])
  expect(
    cluster.why('Node', { name: 'a' }).steps.map(({ type, manager, request }) => [type, manager, request]),
  ).toEqual([['added', 'fixtures', undefined]])
  await cluster.patch('Node', { name: 'a' }, { metadata: { labels: { zone: 'b' } } })
  const why = cluster.why('Node', { name: 'a' })
  expect([why.complete, why.steps.length]).toEqual([false, 1])
  expect(why.steps[0]!.patch.filter(({ path }) => path.startsWith('/metadata/labels'))).toEqual([
    { op: 'add', path: '/metadata/labels', value: { zone: 'b' } },
  ])
  expect(String(cluster.why('Node', { name: 'gone' }))).toBe('Node gone: no change of it is held')
})

test('formatJournal formats requests as text', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  await cluster.create('Node', { metadata: { name: 'a' } })
  await cluster.get('Node', { name: 'b' }).catch(() => undefined)
  await cluster.list('Node')
  expect(formatJournal(cluster.journal.requests())).toBe(
    [
      '#1 2024-01-01T00:00:00.000Z fakecluster: POST /api/v1/nodes → 201',
      '    1005 added Node a',
      '#2 2024-01-01T00:00:00.000Z fakecluster: GET /api/v1/nodes/b → 404 NotFound: nodes "b" not found',
      '#3 2024-01-01T00:00:00.000Z fakecluster: GET /api/v1/nodes → 200 1 objects',
    ].join('\n'),
  )
})

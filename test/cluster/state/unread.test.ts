import { expect, test, vi } from 'vitest'
import { definitionOf, versionOf } from '../../suites/definition.js'

const crds = definitionOf('widgets.example.com', 'Widget', [
  versionOf({
    type: 'object',
    properties: { size: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self < 3' }] } },
  }),
])

const faulty = [...[crds].flat(), { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'NOT A NAME' } }]

test('restoring a snapshot whose fixtures turn out faulty is refused, and changes nothing', async () => {
  vi.resetModules()
  const { createCluster } = await import('../../../src/cluster/cluster.js')
  const cluster = createCluster({ seed: 1, fixtures: faulty })
  const early = cluster.snapshot()
  expect(early.unread?.documents?.documents).toHaveLength(2)
  await expect(cluster.ready()).rejects.toThrow('NOT A NAME')
  const other = createCluster({ seed: 1, crds })
  await other.ready()
  await other.create('Widget', { metadata: { name: 'a' }, size: 1 })
  const before = other.snapshot()
  const { last } = other.journal
  expect(() => other.restore(early)).toThrow('NOT A NAME')
  expect(other.snapshot()).toEqual(before)
  expect(other.journal.last).toBe(last)
  expect((await other.list('Widget')).items).toHaveLength(1)
})

test('a snapshot taken before the CRDs were read has them when it is restored', async () => {
  // The CRD has a rule, so that reading it waits for the CEL library, which another test file may have loaded already.
  vi.resetModules()
  const { createCluster } = await import('../../../src/cluster/cluster.js')
  const cluster = createCluster({ seed: 1, crds })
  const early = cluster.snapshot()
  expect(early.unread?.documents?.documents).toHaveLength(1)
  await cluster.ready()
  await cluster.create('Widget', { metadata: { name: 'a' }, size: 1 })
  cluster.restore(early)
  expect((await cluster.list('Widget')).items).toEqual([])
  await expect(cluster.create('Widget', { metadata: { name: 'a' }, size: 3 })).rejects.toThrow('failed rule: self < 3')
  expect(cluster.snapshot().unread).toBeUndefined()
})

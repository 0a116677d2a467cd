import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'

// Its rule has to wait for the library of rules, which this file has not loaded before.
const crds = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { size: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self < 3' }] } },
          },
        },
      },
    ],
  },
}

test('a snapshot taken before the definitions were read has them when it is restored', async () => {
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

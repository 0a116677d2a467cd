import { expect } from 'vitest'
import { clusterTest } from '../../src/vitest.js'

const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'leader' } }
const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.shop.io }
spec:
  group: shop.io
  scope: Namespaced
  names: { plural: widgets, kind: Widget }
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }]
`

const test = clusterTest({
  crds: CRD,
  fixtures: [lease, 'fixtures/kinds/Node.small.yaml'],
  scripts: 'fixtures/scripts/no-new-nodes.yaml',
})

test.for(['first', 'second'])(
  'crds, fixtures and scripts given as text, objects and paths are loaded in the %s test',
  async (_, { cluster }) => {
    expect((await cluster.fetch('/apis/shop.io/v1/widgets')).status).toBe(200)
    expect((await cluster.list('Lease', { namespace: 'default' })).items).toHaveLength(1)
    expect((await cluster.list('Node')).items).toHaveLength(1)
    expect(cluster.hooks.list()).toHaveLength(1)
  },
)

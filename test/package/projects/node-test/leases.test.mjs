import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestCluster } from 'fakecluster/node'

const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases'

/** @type {import('fakecluster/node').TestCluster} */
let testCluster
before(async () => {
  testCluster = await createTestCluster({
    setup: async (cluster) => void (await cluster.create('Lease', { metadata: { name: 'leader' } })),
  })
})
after(() => testCluster.close())
beforeEach(() => void testCluster.next())

for (const round of ['first', 'second'])
  test(`the ${round} round finds one`, async () => {
    const { items } = await (await fetch(testCluster.url + leases)).json()
    assert.equal(items.length, 1)
    await testCluster.cluster.delete('Lease', { name: 'leader' })
  })

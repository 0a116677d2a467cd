const assert = require('node:assert/strict')
const { createTestCluster } = require('fakecluster/node')

const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases'

describe('leases', () => {
  /** @type {import('fakecluster/node').TestCluster} */
  let testCluster
  before(async () => {
    testCluster = await createTestCluster({
      setup: async (cluster) => void (await cluster.create('Lease', { metadata: { name: 'leader' } })),
    })
  })
  after(() => testCluster.close())

  for (const round of ['first', 'second'])
    it(`the ${round} round finds one`, async () => {
      const cluster = testCluster.next()
      const { items } = await (await fetch(testCluster.url + leases)).json()
      assert.equal(items.length, 1)
      await cluster.delete('Lease', { name: 'leader' })
    })
})

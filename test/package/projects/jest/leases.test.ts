import { StatusError } from 'fakecluster'
import { type TestCluster, createTestCluster } from 'fakecluster/node'
// Tells the compiler, in the other files too; Jest loads it before each file, as its configuration says.
import 'fakecluster/jest'

const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases'

let testCluster: TestCluster
beforeAll(async () => {
  testCluster = await createTestCluster({
    setup: async (cluster) => {
      await cluster.create('Lease', { metadata: { name: 'leader' }, spec: { holderIdentity: 'nobody' } })
    },
  })
})
afterAll(() => testCluster.close())

test.each([1, 2])('round %i begins where the first began', async () => {
  const cluster = testCluster.next()
  expect((await fetch(testCluster.url + leases)).status).toBe(200)
  expect(cluster).toHaveReceivedRequest({ verb: 'list', kind: 'Lease' }, 1)
  await expect(cluster).toHaveObject('Lease', { name: 'leader' }, { spec: { holderIdentity: 'nobody' } })
  await expect(cluster).not.toHaveObject('Lease', { name: 'other' })
  await cluster.create('Lease', { metadata: { name: 'other' } })
})

test('a refusal is of the class that fakecluster exports', async () => {
  await expect(testCluster.next().get('Lease', { name: 'none' })).rejects.toBeInstanceOf(StatusError)
})

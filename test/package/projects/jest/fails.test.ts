import { type TestCluster, createTestCluster } from 'fakecluster/node'

let testCluster: TestCluster
beforeAll(async () => {
  testCluster = await createTestCluster({ strict: true })
})
afterAll(() => testCluster.close())
// After the test, and before what happened is written.
afterEach(() => testCluster.verify())

const begin = (name: string) => testCluster.next().create('Lease', { metadata: { name } })

describe('on purpose', () => {
  it('fails', async () => {
    await begin('first')
    expect(1).toBe(2)
  })
  it('passes', async () => void (await begin('second')))
})

test('fails in a hook', async () => {
  await begin('third')
  testCluster.cluster.hooks.before({ kind: 'Pod' }, { status: 500 })
})

test.failing('fails, and should', async () => {
  await begin('fourth')
  expect(1).toBe(2)
})

test('takes too long', async () => {
  await begin('fifth')
  await new Promise((resolve) => setTimeout(resolve, 60_000).unref())
}, 2000)

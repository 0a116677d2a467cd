import assert from 'node:assert/strict'
import { after, before, describe, it, test } from 'node:test'
import { createTestCluster } from 'fakecluster/node'

/** @type {import('fakecluster/node').TestCluster} */
let testCluster
before(async () => {
  testCluster = await createTestCluster()
})
after(() => testCluster.close())

/** @param {string} name */
const begin = (name) => testCluster.next().create('Lease', { metadata: { name } })

describe('on purpose', () => {
  it('fails', async () => {
    await begin('first')
    assert.equal(1, 2)
  })
  it('passes', async () => void (await begin('second')))
})

test('takes too long', { timeout: 2000 }, async () => {
  await begin('third')
  await new Promise((resolve) => setTimeout(resolve, 60_000).unref())
})

import { clusterTest } from 'fakecluster/vitest'
import { describe, expect } from 'vitest'

const test = clusterTest({
  setup: async (cluster) => {
    await cluster.create('Lease', { metadata: { name: 'leader' }, spec: { holderIdentity: 'nobody' } })
  },
})
const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
const seen: string[] = []

describe('each begins where the first began', () => {
  for (const round of [1, 2])
    test(`round ${round}`, async ({ cluster, url }) => {
      const { metadata } = await cluster.create('Lease', { metadata: { name: 'other' } })
      seen.push(`${url} ${metadata.uid} ${metadata.resourceVersion}`)
      expect(new Set(seen).size).toBe(1)
      const { items } = (await (await fetch(url + leases)).json()) as { items: { metadata: { name: string } }[] }
      expect(items.map((item) => item.metadata.name)).toEqual(['leader', 'other'])
      expect(cluster).toHaveReceivedRequest({ verb: 'list', kind: 'Lease' })
      expect(cluster).not.toHaveReceivedRequest({ verb: 'delete' })
    })
})

const urls = new Set<string>()
for (const name of ['a', 'b'])
  test.concurrent(`concurrent ${name}`, async ({ cluster, url }) => {
    urls.add(url)
    await cluster.create('Lease', { metadata: { name } })
    await new Promise((resolve) => setImmediate(resolve))
    expect((await cluster.list('Lease')).items.map(({ metadata }) => metadata.name)).toEqual([name, 'leader'].sort())
  })
test('those at once have addresses of their own', () => expect(urls.size).toBe(2))

test('a condition', () => {
  expect({ status: { conditions: [{ type: 'Ready', status: 'True' }] } }).toHaveCondition('Ready', 'True')
})

test('fails with the journal', async ({ cluster }) => {
  await cluster.get('Lease', { name: 'leader' })
  await expect(cluster).toHaveObject('Lease', { name: 'leader' }, { spec: { holderIdentity: 'somebody' } })
})

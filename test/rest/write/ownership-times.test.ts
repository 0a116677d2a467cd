import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'

/** Creates a Lease as `worker`; returns a function that patches it as `worker` ten seconds later. */
async function written() {
  const cluster = createCluster({ clock: 'virtual', start: '2024-01-01T00:00:00Z' })
  const send = async (method: string, path: string, type: string, body: object) => {
    const headers = { 'Content-Type': type, 'User-Agent': 'worker/1' }
    const reply = await cluster.fetch(path, { method, headers, body: JSON.stringify(body) })
    const { metadata } = (await reply.json()) as Sent
    return { times: metadata.managedFields.map(({ time }) => time), revision: metadata.resourceVersion }
  }
  await send('POST', LEASES, 'application/json', { metadata: { name: 'a' }, spec: { leaseTransitions: 0 } })
  return async (leaseTransitions: number) => {
    await cluster.clock.advance('10s')
    return send('PATCH', `${LEASES}/a`, 'application/merge-patch+json', { spec: { leaseTransitions } })
  }
}

type Sent = {
  readonly metadata: {
    readonly resourceVersion: string
    readonly managedFields: readonly { readonly time: string }[]
  }
}

describe('the time of a managedFields entry', () => {
  test('is that of the last write of the manager that changed something, even with the same fields', async () => {
    const write = await written()
    expect((await write(1)).times).toEqual(['2024-01-01T00:00:10Z'])
    expect((await write(2)).times).toEqual(['2024-01-01T00:00:20Z'])
  })

  test('stays at a write that changes nothing, and so does the resourceVersion', async () => {
    const write = await written()
    const first = await write(1)
    expect(await write(1)).toEqual(first)
  })
})

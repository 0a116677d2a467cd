import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { startCluster } from '../../../src/node/start.js'

const post = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"metadata":{"name":"n"},"日本":1}',
}

// UTF-8 as a header carries it: one character per byte.
const warning = Buffer.from('299 - "unknown field \\"日本\\""').toString('latin1')

test('a warning about a field with non-Latin letters is sent as UTF-8', async () => {
  const response = await createCluster({ profile: 'example', seed: 1 }).fetch('/api/v1/nodes', post)
  expect([response.status, response.headers.get('warning')]).toEqual([201, warning])
})

test('a warning about a field with non-Latin letters is sent as UTF-8 over a socket too', async () => {
  const server = await startCluster({ profile: 'example', seed: 1 })
  try {
    const response = await fetch(`${server.url}/api/v1/nodes`, post)
    expect([response.status, response.headers.get('warning')]).toEqual([201, warning])
  } finally {
    await server.close()
  }
})

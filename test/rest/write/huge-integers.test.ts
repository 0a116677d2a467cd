import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

test.each(['1e30', '9223372036854775808', '-9223372036854775809'])(
  'an apply that states %s where Go has 64 bits states the least of them',
  async (generation) => {
    const { fetch } = createCluster({ seed: 1, controllers: 'none' })
    const path = '/api/v1/namespaces/default/configmaps/a?fieldManager=m'
    const body = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","generation":${generation}}}`
    const headers = { 'content-type': 'application/apply-patch+yaml' }
    const reply = await fetch(path, { method: 'PATCH', headers, body })
    expect([reply.status, ((await reply.json()) as { message?: string }).message]).toEqual([
      422,
      'ConfigMap "a" is invalid: metadata.generation: Invalid value: -9223372036854775808: must be greater than or equal to 0',
    ])
  },
)

import { expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'

test.each([
  ['operator/1.2 (linux)', 'operator'],
  ['', 'unknown'],
  ['a\u00a0b\u00adc', 'abc'],
  ['é'.repeat(100), 'é'.repeat(64)],
  ['x'.repeat(200), 'x'.repeat(128)],
])('a write by the User-Agent %j is recorded under %j', async (userAgent, manager) => {
  const cluster = createCluster()
  const init = { method: 'POST', headers: { 'User-Agent': userAgent, 'Content-Type': 'application/json' } }
  const body = JSON.stringify({ metadata: { name: 'a' }, data: { a: 'b' } })
  const response = await cluster.fetch('/api/v1/namespaces/default/configmaps', { ...init, body })
  expect(await response.json()).toMatchObject({ metadata: { managedFields: [{ manager }] } })
})

import { expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'
import { parseQuery } from '../../../src/server/wire/query.js'

test.each([
  ['a=1&b=2', '1', '2'],
  ['a=1;c=3&b=2', undefined, '2'],
  ['a=%zz&b=%41', undefined, 'A'],
  ['a=1&b=%4', '1', undefined],
  ['a%=1&b=1+2', undefined, '1 2'],
  ['a=1&a=2;&b', '1', ''],
])('%s is parsed as by net/url', (text, a, b) => {
  const query = parseQuery(text)
  expect([query.get('a'), query.get('b')]).toEqual([a, b])
})

test('a dry run behind a semicolon is none', async () => {
  const { fetch } = createCluster({ seed: 1, controllers: 'none' })
  const path = '/api/v1/namespaces/default/configmaps'
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ metadata: { name: 'a' } })
  expect((await fetch(`${path}?dryRun=All;x=1`, { method: 'POST', headers, body })).status).toBe(201)
  expect((await fetch(`${path}/a`)).status).toBe(200)
})

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

test('since v1.34 a watch of what is there and what follows has no continue', async () => {
  const watched = async (kubernetesVersion: string, query: string) => {
    const { fetch } = createCluster({ seed: 1, controllers: 'none', kubernetesVersion })
    const { status } = await fetch(`/api/v1/namespaces/default/configmaps?watch=1&timeoutSeconds=1&${query}`)
    return status
  }
  expect(await watched('1.33', 'continue=x')).toBe(200)
  for (const query of ['continue=x', 'continue=x&resourceVersion=0']) expect(await watched('1.34', query)).toBe(422)
  for (const query of ['', 'continue=x&resourceVersion=1']) expect(await watched('1.34', query)).toBe(200)
})

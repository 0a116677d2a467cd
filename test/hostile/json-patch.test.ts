import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import { jsonSize } from '../../src/base/json/size.js'
import { encodeJson } from '../../src/base/json/json.js'
import { applyJsonPatch } from '../../src/model/patch/json.js'

const REJECTED = 'the server rejected our request due to an error in our request'

const copy = (from: string, path: string) => ({ op: 'copy', from, path })

async function patch(operations: readonly object[], data: Record<string, string> = { a: 'x' }) {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('ConfigMap', { metadata: { name: 'a' }, data })
  const response = await cluster.fetch('/api/v1/namespaces/default/configmaps/a', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json-patch+json' },
    body: JSON.stringify(operations),
  })
  const { message } = (await response.json()) as { message?: string }
  return { status: response.status, message }
}

test('limits copies that double', async () => {
  const doubling = Array.from({ length: 15 }, (_, i) => copy('/metadata', `/metadata/x${i}`))
  expect(await patch(doubling)).toEqual({ status: 422, message: REJECTED })
})

test('limits copies of a long string', async () => {
  const operations = Array.from({ length: 40 }, (_, i) => copy('/data/a', `/data/x${i}`))
  expect(await patch(operations, { a: 'x'.repeat(100_000) })).toEqual({ status: 422, message: REJECTED })
  expect(await patch(operations.slice(0, 9), { a: 'x'.repeat(100_000) })).toMatchObject({ status: 200 })
})

test('allows thousands of copies of a small value', () => {
  const operations = Array.from({ length: 10_000 }, (_, i) => copy('/a', `/b${i}`))
  expect(Object.keys(applyJsonPatch({ a: 'x' }, operations) as object)).toHaveLength(10_001)
})

test('moves items of a list at most two hundred million times', () => {
  const list = Array.from({ length: 100_000 }, () => 0)
  const adding = (length: number) => Array.from({ length }, () => ({ op: 'add', path: '/a/0', value: 1 }))
  expect(applyJsonPatch({ a: list }, adding(1900))).toHaveProperty('a.length', 101_900)
  expect(() => applyJsonPatch({ a: list }, adding(2000))).toThrow('the patch moves more than')
})

test('allows 10,000 operations, and refuses one more with 413', async () => {
  const tests = (length: number) => Array.from({ length }, () => ({ op: 'test', path: '/data/a', value: 'x' }))
  expect(await patch(tests(10_000))).toMatchObject({ status: 200 })
  expect(await patch(tests(10_001))).toEqual({
    status: 413,
    message: 'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
  })
})

test.each([[{ a: ['x', 1, null, true], b: {}, c: [], 'é<': '\n' }], ['<é>'], [[]], [[1.5, [{}]]]])(
  'a copied value counts with the size of its JSON in Go: %j',
  (value) => {
    expect(jsonSize(value, Infinity)).toBe(new TextEncoder().encode(encodeJson(value)).length)
  },
)

import { expect, test } from 'vitest'
import { fitsInt64 } from '../../../src/base/go/numbers.js'
import { WHOLE_OPERATORS } from '../../../src/cel/run/whole-numbers.js'
import { createCluster } from '../../../src/index.js'
import { definitionOf, versionOf } from '../../suites/definition.js'

test('fitsInt64 accepts 64-bit integers, and WHOLE_OPERATORS compute with them', () => {
  const edge = 2n ** 63n
  expect([-edge - 1n, -edge, 0n, edge - 1n, edge].map(fitsInt64)).toEqual([false, true, true, true, false])
  expect([...WHOLE_OPERATORS].map(([name, operate]) => [name, operate(7n, 7n)])).toEqual([
    ['_+_', 14n],
    ['_-_', 0n],
    ['_*_', 49n],
    ['_<_', false],
    ['_<=_', true],
    ['_>_', false],
    ['_>=_', true],
  ])
})

test.each([
  ['self.a * 9223372036854775807 > 0', 'integer overflow'],
  ['self.a + self.a == 4 && self.a - 3 < 0 && self.a >= 2 && self.a <= 2 && self.a * self.a > 3', 'created'],
  ['self.b + 1.5 > 3.0 && self.b >= 2.0', 'created'],
  ['self.c < "b" && self.c + "b" == "ab"', 'created'],
])('an object with the rule %s is: %s', async (rule, fault) => {
  const cluster = createCluster({ seed: 1 })
  const properties = { a: { type: 'integer' }, b: { type: 'number' }, c: { type: 'string' } }
  const spec = { type: 'object', properties, 'x-kubernetes-validations': [{ rule }] }
  await cluster.create(
    'CustomResourceDefinition',
    definitionOf('sums.example.com', 'Sum', [versionOf({ type: 'object', properties: { spec } })]),
  )
  const created = cluster.create('Sum', { metadata: { name: 'a', namespace: 'default' }, spec: { a: 2, b: 2, c: 'a' } })
  const told = await created.then(() => 'created', String)
  expect(told).toContain(fault)
})

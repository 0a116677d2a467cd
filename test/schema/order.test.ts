import { expect, test } from 'vitest'
import { string, struct } from '../../src/schema/builders.js'
import { inWireOrder } from '../../src/schema/order.js'

const schema = struct('T', {
  a: string(),
  b: struct('U', { x: string(), y: struct('V', { p: string(), q: string() }) }),
})

test.each([
  ['{"b":{"y":{},"x":"1"},"a":"0"}', '{"a":"0","b":{"x":"1","y":{}}}'],
  ['{"b":{"x":"1"}}', '{"b":{"x":"1"}}'],
  ['{"b":{"y":{"q":"","p":""}}}', '{"b":{"y":{"q":"","p":""}}}'],
])('inWireOrder sorts %s to %s', (given, want) => {
  expect(JSON.stringify(inWireOrder(schema, JSON.parse(given) as object))).toBe(want)
})

test('an object in order is returned itself', () => {
  const object = { a: '0', b: { x: '1' } }
  expect(inWireOrder(schema, object)).toBe(object)
  const inner = { x: '1' }
  expect((inWireOrder(schema, { b: inner, a: '0' }) as typeof object).b).toBe(inner)
})

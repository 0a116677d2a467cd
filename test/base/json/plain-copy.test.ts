import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UNPLAIN, plainCopy } from '../../../src/base/json/plain-copy.js'

test('a copy equals a JSON round trip, and shares nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(plainCopy(value))).toBe(JSON.stringify(value))
    }),
  )
  const list = [{ a: {} }]
  const copy = plainCopy(list) as typeof list // a copy is of the same type
  expect(copy).not.toBe(list)
  expect(copy[0]?.a).not.toBe(list[0]?.a)
})

test('undefined members are left out, and negative zero becomes zero', () => {
  expect(plainCopy({ a: undefined, b: { c: undefined }, d: -0 })).toEqual({ b: {}, d: 0 })
  expect(JSON.stringify(plainCopy(JSON.parse('{"__proto__":{"a":1}}')))).toBe('{"__proto__":{"a":1}}')
})

const circle: { self?: unknown } = {}
circle.self = circle

describe('a value that is not plain JSON is detected', () => {
  test.each<[what: string, value: unknown]>([
    ['a Date', new Date(0)],
    ['a bigint', 1n],
    ['NaN', NaN],
    ['undefined in a list', [1, undefined]],
    ['an object with toJSON', { toJSON: () => 1 }],
    ['a class instance', new Map()],
    ['a function', () => 1],
    ['a circular reference', circle],
  ])('%s', (_, value) => {
    expect(plainCopy(value)).toBe(UNPLAIN)
    expect(plainCopy({ deep: [value] })).toBe(UNPLAIN)
  })
})

test('frozen parts at the same place in the known value are shared, others are copied', () => {
  const known = Object.freeze({ spec: Object.freeze({ a: [1] }), status: Object.freeze({ b: 2 }) })
  const value = { ...known, status: { ...known.status, c: 3 }, moved: known.spec }
  const copy = plainCopy(value, known) as typeof value // a copy is of the same type
  expect(copy).toEqual(value)
  expect(copy.spec).toBe(known.spec)
  expect(copy.status).not.toBe(value.status)
  expect(copy.moved).not.toBe(known.spec)
})

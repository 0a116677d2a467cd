import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UNPLAIN, plainCopy } from '../../src/base/plain-copy.js'

test('a copy is what JSON and back gives, and shares nothing', () => {
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

test('what is undefined is left out, and a negative zero is none', () => {
  expect(plainCopy({ a: undefined, b: { c: undefined }, d: -0 })).toEqual({ b: {}, d: 0 })
  expect(JSON.stringify(plainCopy(JSON.parse('{"__proto__":{"a":1}}')))).toBe('{"__proto__":{"a":1}}')
})

const circle: { self?: unknown } = {}
circle.self = circle

describe('what is not plain is told', () => {
  test.each<[what: string, value: unknown]>([
    ['a Date', new Date(0)],
    ['a bigint', 1n],
    ['no number', NaN],
    ['a hole in a list', [1, undefined]],
    ['what says itself how it is written', { toJSON: () => 1 }],
    ['an instance', new Map()],
    ['a function', () => 1],
    ['a circle', circle],
  ])('%s', (_, value) => {
    expect(plainCopy(value)).toBe(UNPLAIN)
    expect(plainCopy({ deep: [value] })).toBe(UNPLAIN)
  })
})

test('parts that stand in the same places of what is known are taken as they are', () => {
  const known = Object.freeze({ spec: Object.freeze({ a: [1] }), status: Object.freeze({ b: 2 }) })
  const value = { ...known, status: { ...known.status, c: 3 }, moved: known.spec }
  const copy = plainCopy(value, known) as typeof value // a copy is of the same type
  expect(copy).toEqual(value)
  expect(copy.spec).toBe(known.spec)
  expect(copy.status).not.toBe(value.status)
  expect(copy.moved).not.toBe(known.spec)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UNPLAIN, plainCopy } from '../../src/base/plain-copy.js'

test('a copy is what JSON and back gives, and shares nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const copy = plainCopy(value)
      expect(JSON.stringify(copy)).toBe(JSON.stringify(value))
      if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value)
    }),
  )
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

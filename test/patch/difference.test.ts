import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Difference, differenceOf, withDifference } from '../../src/patch/difference.js'
import { jsonValue as value, written } from './json-value.js'

describe('a difference', () => {
  test('gives back what there was after, to the order of members', () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        const difference = written({ told: differenceOf(before, after) }).told
        expect(JSON.stringify(withDifference(written({ before }).before, difference))).toBe(JSON.stringify(after))
      }),
      { numRuns: 3000 },
    )
  })

  test('of the same value is none', () => {
    fc.assert(
      fc.property(value, (same) => {
        expect(differenceOf(same, written({ same }).same)).toBeUndefined()
      }),
    )
  })

  test.each<readonly [string, unknown, unknown, unknown]>([
    ['a member', { a: 1, b: { c: 1, d: 2 } }, { a: 1, b: { c: 1, d: 3 } }, { b: { d: [3] } }],
    ['one that goes', { a: 1, b: 2 }, { b: 2 }, { a: 0 }],
    ['one that comes last', { a: 1 }, { a: 1, b: null }, { b: [null] }],
    ['one that comes between', { a: 1, c: 1 }, { a: 1, b: 1, c: 1 }, { b: [1, 'a'] }],
    ['one that comes first', { b: 1 }, { a: 1, b: 1 }, { a: [1, null] }],
    ['members that change places', { x: { a: 1, b: 1 } }, { x: { b: 1, a: 1 } }, { x: [{ b: 1, a: 1 }] }],
    ['an item', [{ a: 1, b: 1 }, 2], [{ a: 1, b: 2 }, 2], { 0: { b: [2] } }],
    ['an item that comes', [1, 3], [1, 2, 3], { at: [1, 0, 2] }],
    ['items that go', [1, 2, 3, 4], [1, 4], { at: [1, 2] }],
  ])('tells no more than it has to: %s', (_, before, after, told) => {
    expect(differenceOf(before, after)).toEqual(told)
  })

  test('shares what stays', () => {
    const before = { a: { b: [1] }, c: 1 }
    expect(withDifference(before, { c: [2] })).toHaveProperty('a', before.a)
    expect((withDifference(before, { c: [2] }) as typeof before).a).toBe(before.a)
  })

  test.each<readonly [string, unknown, unknown]>([
    ['a member of a text', 'a', { b: [1] }],
    ['a member of nothing', undefined, { b: [1] }],
    ['no difference', {}, 'a'],
    ['an empty one', {}, []],
    ['an item that is not there', [1], { 1: [2] }],
    ['no position', [1], { a: [2] }],
    ['a place that is not there', [1], { at: [2, 0] }],
    ['more than there is gone', [1], { at: [0, 2] }],
    ['a place that is none', [1], { at: 'here' }],
  ])('is refused of something else: %s', (_, before, difference) => {
    expect(() => withDifference(before, difference as Difference)).toThrow(TypeError)
  })
})

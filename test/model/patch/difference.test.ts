import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Difference, differenceOf, withDifference } from '../../../src/model/patch/alike.js'
import { jsonValue as value, written } from './json-value.js'

describe('a difference', () => {
  test('applied to the value before gives the value after, with the order of members', () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        const difference = written({ told: differenceOf(before, after) }).told
        expect(JSON.stringify(withDifference(written({ before }).before, difference))).toBe(JSON.stringify(after))
      }),
      { numRuns: 3000 },
    )
  })

  test('between equal values is undefined', () => {
    fc.assert(
      fc.property(value, (same) => {
        expect(differenceOf(same, written({ same }).same)).toBeUndefined()
      }),
    )
  })

  test.each<readonly [string, unknown, unknown, unknown]>([
    ['a changed member', { a: 1, b: { c: 1, d: 2 } }, { a: 1, b: { c: 1, d: 3 } }, { b: { d: [3] } }],
    ['a removed member', { a: 1, b: 2 }, { b: 2 }, { a: 0 }],
    ['a member added at the end', { a: 1 }, { a: 1, b: null }, { b: [null] }],
    ['a member added in between', { a: 1, c: 1 }, { a: 1, b: 1, c: 1 }, { b: [1, 'a'] }],
    ['a member added at the start', { b: 1 }, { a: 1, b: 1 }, { a: [1, null] }],
    ['members in another order', { x: { a: 1, b: 1 } }, { x: { b: 1, a: 1 } }, { x: [{ b: 1, a: 1 }] }],
    ['a changed item', [{ a: 1, b: 1 }, 2], [{ a: 1, b: 2 }, 2], { 0: { b: [2] } }],
    ['an added item', [1, 3], [1, 2, 3], { at: [1, 0, 2] }],
    ['removed items', [1, 2, 3, 4], [1, 4], { at: [1, 2] }],
  ])('is minimal: %s', (_, before, after, told) => {
    expect(differenceOf(before, after)).toEqual(told)
  })

  test('shares unchanged parts', () => {
    const before = { a: { b: [1] }, c: 1 }
    expect(withDifference(before, { c: [2] })).toHaveProperty('a', before.a)
    expect((withDifference(before, { c: [2] }) as typeof before).a).toBe(before.a)
  })

  test.each<readonly [string, unknown, unknown]>([
    ['a member of a string', 'a', { b: [1] }],
    ['a member of undefined', undefined, { b: [1] }],
    ['a string for a difference', {}, 'a'],
    ['an empty list for a difference', {}, []],
    ['an item that does not exist', [1], { 1: [2] }],
    ['a name for an index', [1], { a: [2] }],
    ['a position that does not exist', [1], { at: [2, 0] }],
    ['more items removed than exist', [1], { at: [0, 2] }],
    ['a string for a position', [1], { at: 'here' }],
  ])('that does not fit the value is refused: %s', (_, before, difference) => {
    expect(() => withDifference(before, difference as Difference)).toThrow(TypeError)
  })
})

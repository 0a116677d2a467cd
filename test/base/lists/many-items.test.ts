import { expect, test } from 'vitest'
import { append, highestOf, lowestOf } from '../../../src/base/lists/lists.js'
import { decodeBytes } from '../../../src/schema/decode.js'

const MANY = 300_000
const numbers = Array.from({ length: MANY }, (_, i) => i % 256)

test('the extremes of no, some and many numbers', () => {
  expect([lowestOf([]), highestOf([])]).toEqual([Infinity, -Infinity])
  expect([lowestOf([2, -1, 3]), highestOf([2, -1, 3])]).toEqual([-1, 3])
  expect([lowestOf(numbers), highestOf(numbers)]).toEqual([0, 255])
})

test('many items are appended', () => {
  const list = [0]
  append(list, numbers)
  expect(list).toHaveLength(MANY + 1)
})

test('a long list of numbers is read as bytes', () => {
  expect(decodeBytes(numbers)).toBe(Buffer.from(numbers).toString('base64'))
})

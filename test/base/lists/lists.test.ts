import fc from 'fast-check'
import { expect, it } from 'vitest'
import { binarySearch } from '../../../src/base/lists/lists.js'

it('finds the same place as a linear search', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.integer({ min: -1, max: 21 }), (numbers, wanted) => {
      const sorted = numbers.toSorted((a, b) => a - b)
      const walked = sorted.findIndex((number) => number >= wanted)
      const found = binarySearch(sorted.length, (place) => sorted[place]! >= wanted)
      expect(found).toBe(walked < 0 ? sorted.length : walked)
    }),
  )
})

it('looks at no more than twenty places of a million', () => {
  let asked = 0
  const found = binarySearch(1_000_000, (place) => {
    asked++
    return place >= 123_456
  })
  expect(found).toBe(123_456)
  expect(asked).toBeLessThanOrEqual(20)
})

it('works with lengths beyond 32 bits', () => {
  expect(binarySearch(2 ** 45, (place) => place >= 2 ** 40 + 7)).toBe(2 ** 40 + 7)
})

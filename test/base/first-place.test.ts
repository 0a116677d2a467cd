import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstPlace } from '../../src/base/first-place.js'

it('finds what a walk from the start finds', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.integer({ min: -1, max: 21 }), (numbers, wanted) => {
      const sorted = numbers.toSorted((a, b) => a - b)
      const walked = sorted.findIndex((number) => number >= wanted)
      const found = firstPlace(sorted.length, (place) => sorted[place]! >= wanted)
      expect(found).toBe(walked < 0 ? sorted.length : walked)
    }),
  )
})

it('asks about twenty places of a million', () => {
  let asked = 0
  const found = firstPlace(1_000_000, (place) => {
    asked++
    return place >= 123_456
  })
  expect(found).toBe(123_456)
  expect(asked).toBeLessThanOrEqual(20)
})

it('takes lengths of more than 32 bits', () => {
  expect(firstPlace(2 ** 45, (place) => place >= 2 ** 40 + 7)).toBe(2 ** 40 + 7)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countOf,
  countShared,
  formatIntervals,
  hasIndex,
  indexesBeside,
  mergeIntervals,
  parseIntervals,
  withIndexes,
} from '../../../../src/controllers/batch/jobs/intervals.js'

test.each([
  ['', 5, ''],
  ['0,1', 5, '0,1'],
  ['0-1', 5, '0,1'],
  ['0,1,2,4', 5, '0-2,4'],
  ['1-9', 5, '1-4'],
  ['3,7', 5, '3'],
  ['x,2', 5, '2'],
])('formats %j below %d completions as %j', (text, completions, printed) => {
  expect(formatIntervals(parseIntervals(text, completions))).toBe(printed)
})

const indexes = fc.uniqueArray(fc.integer({ min: 0, max: 30 }))

test('intervals behave like the sets of indexes they represent', () => {
  fc.assert(
    fc.property(indexes, indexes, fc.integer({ min: 0, max: 40 }), (some, others, count) => {
      const a = withIndexes([], some)
      const b = withIndexes([], others)
      const both = new Set([...some, ...others])
      const all = Array.from({ length: 31 }, (_, i) => i)
      expect(parseIntervals(formatIntervals(a), 31)).toEqual(a)
      expect(countOf(mergeIntervals(a, b))).toBe(both.size)
      expect(all.filter((index) => hasIndex(mergeIntervals(a, b), index))).toEqual(all.filter((i) => both.has(i)))
      expect(countShared(a, b)).toBe(some.filter((index) => others.includes(index)).length)
      expect(indexesBeside(a, count, 31)).toEqual(all.filter((index) => !some.includes(index)).slice(0, count))
    }),
  )
})

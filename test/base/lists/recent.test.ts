import { expect, test } from 'vitest'
import { createRecent } from '../../../src/base/lists/recent.js'

test('what was asked for lately is kept, and the rest forgotten', () => {
  const recent = createRecent<string, number>(2)
  recent.set('a', 1)
  recent.set('b', 2)
  recent.set('c', 3)
  // Asked for among the new ones, it stays when the others go.
  expect(recent.get('a')).toBe(1)
  recent.set('d', 4)
  expect(['a', 'b', 'c', 'd'].map(recent.get)).toEqual([1, undefined, 3, 4])
})

test('it is not worth asking for most keys once many were new, until one is known again', () => {
  const recent = createRecent<number, number>(100)
  const asked = Array.from({ length: 100 }, (_, i) => i).filter((i) => {
    if (!recent.isPromising()) return false
    if (recent.get(i) === undefined) recent.set(i, i)
    return true
  })
  expect(asked.length).toBeGreaterThan(16)
  expect(asked.length).toBeLessThan(40)
  recent.get(asked[0]!)
  expect([1, 2, 3, 4].map(recent.isPromising)).toEqual([true, true, true, true])
})

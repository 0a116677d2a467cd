import { expect, test } from 'vitest'
import { withAccessors } from '../../src/base/accessors.js'

type Counter = { readonly count: number; readonly step: number }

const counterOf = withAccessors<Counter, 'count'>('count')

test('an accessor is called at each read, and each object has its own', () => {
  let count = 0
  const [one, other] = [counterOf({ count: () => count }, { step: 1 }), counterOf({ count: () => 7 }, { step: 2 })]
  count = 3
  expect([one.count, one.step, other.count, other.step]).toEqual([3, 1, 7, 2])
  expect(Object.getPrototypeOf(one)).toBe(Object.getPrototypeOf(other))
})

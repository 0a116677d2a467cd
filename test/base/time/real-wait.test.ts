import { expect, test } from 'vitest'
import { createPatience } from '../../../src/base/time/real-wait.js'

test.each([
  [undefined, 0, 4_000],
  [5_000, 0, 4_000],
  [30_000, 0, 29_000],
  [2_000, 0, 1_600],
  [5_000, 1_250, 2_700],
  [5_000, 9_000, 100],
  [0, 0, 4_000],
  [Infinity, 0, 4_000],
])('in a test of %s ms, after %i ms, %i ms are left', (limit, passed, left) => {
  let now = 7
  const patience = createPatience(() => now)
  if (limit !== undefined) patience.endIn(limit)
  now += passed
  expect(patience.left()).toBe(left)
})

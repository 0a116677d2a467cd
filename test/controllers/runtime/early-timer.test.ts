import { expect, test } from 'vitest'
import { noControllerState, planAt } from '../../../src/controllers/runtime/state.js'
import { arm } from '../../../src/controllers/runtime/plans.js'
import type { Work } from '../../../src/controllers/runtime/work.js'

test('a timer that fires early is set again', () => {
  const set: { readonly run: () => void; readonly ms: number }[] = []
  let now = 1000
  const env = { now: () => now, setTimer: (run: () => void, ms: number) => (set.push({ run, ms }), () => undefined) }
  const known = { ...noControllerState([]) }
  known.due.set(planAt(1010, 1), 'some key')
  // Only the part of the engine’s work that timers use.
  const work = { context: { env }, known, timer: undefined, drain: () => undefined } as unknown as Work
  arm(work)
  now = 1009
  set[0]?.run()
  expect(set.map(({ ms }) => ms)).toEqual([10, 1])
})

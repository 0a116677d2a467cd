import { expect, test } from 'vitest'
import { failure } from '../../../src/base/errors/status.js'
import { availableAt, isActive, isAvailable, isTerminating } from '../../../src/controllers/pods/pod-state.js'
import { slowStart } from '../../../src/controllers/pods/slow-start.js'
import type { Steps } from '../../../src/base/turns/steps.js'
import { changesCount } from '../../../src/controllers/pods/wake-owners.js'

const ready = {
  status: { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2024-01-01T00:00:00Z' }] },
}
const since = Date.parse('2024-01-01T00:00:00Z')

test('a pod is available once it has been ready for longer than minReadySeconds', () => {
  expect(availableAt(ready, 10)).toBe(since + 10_001)
  expect(isAvailable(ready, 10, since + 10_000)).toBe(false)
  expect(isAvailable(ready, 10, since + 10_001)).toBe(true)
  expect(isAvailable(ready, undefined, 0)).toBe(true)
  expect(isAvailable({ status: {} }, 0, since)).toBe(false)
})

test('a finished or deleted pod is not active', () => {
  const deleted = { metadata: { deletionTimestamp: '2024-01-01T00:00:00Z' } }
  expect([isActive({}), isActive({ status: { phase: 'Succeeded' } }), isActive(deleted)]).toEqual([true, false, false])
  expect([isTerminating(deleted), isTerminating({ ...deleted, status: { phase: 'Failed' } })]).toEqual([true, false])
})

/** Runs work in steps to its end; returns its result. */
function all<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next(false)
    if (done) return value
  }
}

test('slow start tries batches of 1, 2, 4 …, the last of each first, and stops after a batch with a refusal', () => {
  const tried: number[] = []
  const refuse = failure(403, 'Forbidden', 'no')
  const make = (from: number) =>
    function* (index: number): Steps<void> {
      tried.push(index)
      if (index >= from) throw refuse
      yield
    }
  expect(all(slowStart(10, make(2)))).toEqual({ made: 2, failure: refuse })
  expect(tried).toEqual([0, 2, 1])
  expect(all(slowStart(10, make(0)))).toEqual({ made: 0, failure: refuse })
  expect(tried).toEqual([0, 2, 1, 0])
  tried.length = 0
  expect(all(slowStart(10, make(99)))).toEqual({ made: 10, failure: undefined })
  expect(tried).toEqual([0, 2, 1, 6, 3, 4, 5, 9, 7, 8])
  expect(all(slowStart(0, make(0))).made).toBe(0)
})

test('slow start rethrows an error that is not a refusal', () => {
  expect(() =>
    all(
      slowStart(1, () => {
        throw new Error('a bug')
      }),
    ),
  ).toThrow('a bug')
})

test('a change of readiness counts, even without lastTransitionTime', () => {
  const pod = (status: string) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a' },
    status: { conditions: [{ type: 'Ready', status }] },
  })
  expect(changesCount({ prev: pod('False'), next: pod('True') })).toBe(true)
  expect(changesCount({ prev: pod('True'), next: pod('False') })).toBe(true)
  expect(changesCount({ prev: pod('True'), next: pod('True') })).toBe(false)
})

import { expect, test } from 'vitest'
import { createTimes } from '../../../src/server/journal/recorder.js'

test('each revision has the time of its write, also several of one commit or one time', () => {
  const times = createTimes(10)
  const note = (from: number, to: number, time: number) =>
    times.note(
      Array.from({ length: to - from + 1 }, (_, i) => ({ revision: from + i })),
      time,
    )
  note(5, 7, 100)
  note(8, 8, 100)
  note(9, 12, 200)
  note(20, 20, 300)
  const told = [4, 5, 7, 8, 9, 12, 19, 20, 21].map(times.of)
  expect(told).toEqual([undefined, 100, 100, 100, 200, 200, 300, 300, undefined])
})

test('only the last times are kept', () => {
  const times = createTimes(100)
  for (let revision = 1; revision <= 10_000; revision++) times.note([{ revision }], revision * 2)
  expect(Array.from({ length: 100 }, (_, i) => times.of(9901 + i))).toEqual(
    Array.from({ length: 100 }, (_, i) => 19_802 + 2 * i),
  )
  expect(times.of(1000)).toBeUndefined()
})

import { expect, test } from 'vitest'
import {
  PAUSE,
  areParted,
  createParts,
  endPart,
  forgetProgress,
  inParts,
  isInTurns,
  progressOf,
  unlessPaused,
  withParts,
} from '../../../src/base/turns/work-in-parts.js'

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)

/** Repeats work in turns until it is done; returns its result and the number of turns. */
function play<T>(work: () => T, mayPause?: () => boolean): { readonly made: T; readonly turns: number } {
  const parts = createParts(mayPause)
  for (let turns = 1; ; turns++) {
    const made = withParts(parts, () => unlessPaused(() => ({ made: work() })))
    if (made) return { ...made, turns }
  }
}

test('inParts does each part once, some thousands per turn', () => {
  const list = range(10_001)
  let done = 0
  const double = () =>
    inParts(
      list,
      'double',
      list.length,
      (): number[] => [],
      (made, i) => {
        done++
        made.push(2 * (list[i] ?? 0))
      },
    )
  const { made, turns } = play(double)
  expect([made, turns, done]).toEqual([list.map((i) => 2 * i), 5, 10_001])
  expect(double()).toEqual(made)
})

test('a part that consists of parts resumes where it paused', () => {
  const lists = range(20).map((i) => range(1000 + i))
  let done = 0
  const sum = (list: readonly number[]) =>
    inParts(
      list,
      'sum',
      list.length,
      () => ({ all: 0 }),
      (state, i) => {
        done++
        state.all += list[i] ?? 0
      },
    ).all
  const all = () =>
    inParts(
      lists,
      'all',
      lists.length,
      (): number[] => [],
      (sums, i) => sums.push(sum(lists[i] ?? [])),
    )
  const { made, turns } = play(all)
  expect(made).toEqual(lists.map((list) => list.reduce((a, b) => a + b, 0)))
  expect([turns, done]).toEqual([9, 20_190])
})

test('the same value has separate progress for two names', () => {
  const list = range(100)
  const make = (place: string) =>
    inParts(
      list,
      place,
      list.length,
      (): string[] => [],
      (made, i) => made.push(place + i),
    )
  const { made } = play(() => [make('a'), make('b')])
  expect(made.map(([first, , third]) => [first, third])).toEqual([
    ['a0', 'a2'],
    ['b0', 'b2'],
  ])
})

test('work that may not pause is done in one turn', () => {
  const { turns } = play(
    () =>
      inParts(
        {},
        'x',
        20_000,
        () => 0,
        () => undefined,
      ),
    () => false,
  )
  expect(turns).toBe(1)
})

test('outside of turns no progress is kept, and nothing pauses', () => {
  expect([isInTurns(), areParted(1000)]).toEqual([false, false])
  const value = {}
  expect(progressOf(value, 'x', () => 1)).toBe(1)
  expect(progressOf(value, 'x', () => 2)).toBe(2)
  for (const _ of range(10_000)) endPart()
})

test('progress that is forgotten starts again', () => {
  const value = {}
  const twice = play(() => {
    const first = progressOf(value, 'x', () => ({}))
    const same = progressOf(value, 'x', () => ({}))
    forgetProgress(value, 'x')
    return [first === same, first === progressOf(value, 'x', () => ({}))]
  })
  expect(twice.made).toEqual([true, false])
})

test('other errors are thrown on', () => {
  const fail = (error: unknown) => () => {
    throw error
  }
  expect(() => play(fail(new Error('no')))).toThrow('no')
  expect(unlessPaused(fail(PAUSE))).toBeUndefined()
  expect(isInTurns()).toBe(false)
})

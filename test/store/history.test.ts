import { describe, expect, test } from 'vitest'
import { type Change, createChangeLog } from '../../src/store/history.js'

const change = (revision: number): Change<string> => ({
  revision,
  table: 't',
  key: 'a',
  prev: undefined,
  next: String(revision),
  cause: undefined,
})

/** A log that starts at revision 10 and holds three changes, after changes with the given revisions. */
function logOf(...revisions: readonly number[]) {
  const log = createChangeLog<string>(3, 10)
  for (const revision of revisions) log.append(change(revision))
  return log
}

describe('positionAfter finds the first change after a revision:', () => {
  const cases: readonly (readonly [readonly number[], number, number | undefined])[] = [
    [[], 9, undefined],
    [[], 10, 0],
    [[], 99, 0],
    [[11, 13], 10, 0],
    [[11, 13], 11, 1],
    [[11, 13], 12, 1],
    [[11, 13], 13, 2],
    [[11, 13, 15, 17], 10, undefined],
    [[11, 13, 15, 17], 11, 1],
    [[11, 13, 15, 17], 16, 3],
    // More than twice the limit, so that dropped changes were released too.
    [[11, 12, 13, 14, 15, 16, 17, 18], 15, 5],
    [[11, 12, 13, 14, 15, 16, 17, 18], 14, undefined],
  ]
  test.each(cases)('%j after %d', (revisions, wanted, position) => {
    expect(logOf(...revisions).positionAfter(wanted)).toBe(position)
  })
})

test('positions do not change when old changes are dropped', () => {
  const log = logOf(11, 12, 13, 14, 15, 16, 17)
  expect(
    [0, 1, 2, 3, 4, 5, 6, 7]
      .map((position) => log.at(position))
      .map((found) => (typeof found === 'object' ? found.revision : found)),
  ).toEqual(['expired', 'expired', 'expired', 'expired', 15, 16, 17, undefined])
  expect([log.floor(), log.end()]).toEqual([14, 7])
})

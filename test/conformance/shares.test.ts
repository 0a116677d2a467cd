import { describe, expect, test } from 'vitest'
import { replay, runs } from './replay.js'
import { countShares, fallen, newlyDiffering, readShares } from './shares.js'

const written = readShares()

describe.each(runs)('$name', (run) => {
  test('no share is below what was reached before', { timeout: 120_000 }, async () => {
    const compared = await replay(run)
    const before = written[run.name]!
    const lower = fallen(before, countShares(compared))
    const newly = newlyDiffering(before, compared).map(
      ({ story, step, differences }) => `${story} · step ${step}\n  ${differences.slice(0, 4).join('\n  ')}`,
    )
    expect(lower, `newly different:\n${newly.slice(0, 30).join('\n')}`).toEqual([])
  })
})

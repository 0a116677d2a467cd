import { describe, expect, test } from 'vitest'
import { replay, runs } from './replay.js'
import { countShares, fallen, newlyDiffering, readShares } from './shares.js'
import { recordings } from './workloads/recordings.js'
import { replayWorkloads } from './workloads/replay.js'

const written = readShares()

const played = [
  ...runs.map((run) => ({ name: run.name, play: () => replay(run) })),
  ...Object.entries(recordings).map(([name, recording]) => ({ name, play: () => replayWorkloads(recording) })),
]

describe.each(played)('$name', ({ name, play }) => {
  test('no share is below what was reached before', { timeout: 600_000 }, async () => {
    const compared = await play()
    const before = written[name]!
    const lower = fallen(before, countShares(compared))
    const newly = newlyDiffering(before, compared).map(
      ({ story, step, differences }) => `${story} · step ${step}\n  ${differences.slice(0, 4).join('\n  ')}`,
    )
    expect(lower, `newly different:\n${newly.slice(0, 30).join('\n')}`).toEqual([])
  })
})

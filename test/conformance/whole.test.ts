import { describe, expect, test } from 'vitest'
import { tellDifferences } from './differences.js'
import { recordedVersions } from './recorded.js'
import { replay, runs } from './replay.js'
import { countShares, fallen, newlyDiffering, readShares } from './shares.js'
import { recordings } from './workloads/recordings.js'
import { replayWorkloads } from './workloads/replay.js'

const written = readShares()

// The versions between are played by the sample, and by `npm run conformance`.
const WHOLE = [recordedVersions[0], recordedVersions.at(-1)]

const played = [
  ...runs.filter(({ version }) => WHOLE.includes(version)).map((run) => ({ name: run.name, play: () => replay(run) })),
  ...Object.entries(recordings).map(([name, recording]) => ({ name, play: () => replayWorkloads(recording) })),
]

describe.each(played)('$name', ({ name, play }) => {
  test('no share is below what was reached before', { timeout: 600_000 }, async () => {
    const compared = await play()
    const before = written[name]!
    const differing = tellDifferences(newlyDiffering(before, compared))
    expect(fallen(before, countShares(compared)), `newly different:\n${differing}`).toEqual([])
  })
})

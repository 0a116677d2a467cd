import { describe, expect, test } from 'vitest'
import { tellDifferences } from './differences.js'
import { replay, runs } from './replay.js'
import { tenth } from './sample.js'
import { newlyDiffering, readShares } from './shares.js'
import { recordings } from './workloads/recordings.js'
import { replayWorkloads } from './workloads/replay.js'

// A tenth of the recordings, which SAMPLE chooses; `npm run test:recordings` plays them all.
const isChosen = tenth(process.env['SAMPLE'] ?? '1')
const written = readShares()

const played = [
  ...runs.map((run) => ({ name: run.name, play: () => replay(run, undefined, isChosen) })),
  ...Object.entries(recordings).map(([name, recording]) => ({
    name,
    play: () => replayWorkloads(recording, isChosen),
  })),
]

describe.each(played)('$name', ({ name, play }) => {
  test('no reply of the sample differs that was identical before', async () => {
    expect(tellDifferences(newlyDiffering(written[name]!, await play()))).toBe('')
  })
})

test('a sample is about a tenth, and another seed chooses another', () => {
  const stories = Array.from({ length: 5000 }, (_, i) => `Kind${i % 50}/topic ${i}`)
  const [first, second] = ['1', '2'].map((seed) => stories.filter(tenth(seed)))
  expect(first!.length).toBeGreaterThan(400)
  expect(first!.length).toBeLessThan(600)
  expect(second!.filter((story) => first!.includes(story)).length).toBeLessThan(120)
})

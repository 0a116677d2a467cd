import { expect, test } from 'vitest'
import { countShares, fallen, newlyDiffering, readShares } from '../../conformance/shares.js'
import { TRANSCRIPTS, playTranscripts } from '../../conformance/transcripts.js'

test('no fewer commands than before print what they printed of the real server', async () => {
  const compared = await playTranscripts()
  const before = readShares()[TRANSCRIPTS]!
  const newly = newlyDiffering(before, compared).flatMap(({ differences }) => differences)
  expect(fallen(before, countShares(compared)), `newly different:\n${newly.join('\n')}`).toEqual([])
})

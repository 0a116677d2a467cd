import { expect, test } from 'vitest'
import { mustHave } from '../../../src/base/must-have.js'
import { countShares, fallen, newlyDiffering, readShares } from '../../conformance/shares.js'
import { playTranscripts, transcripts } from '../../conformance/transcripts.js'

test.for(Object.entries(transcripts))(
  'no fewer commands than before print what they printed of the real server: %s',
  async ([name, recording]) => {
    const compared = await playTranscripts(name, recording)
    const before = mustHave(readShares()[name], `the shares of ${name}`)
    const newly = newlyDiffering(before, compared).flatMap(({ differences }) => differences)
    expect(fallen(before, countShares(compared)), `newly different:\n${newly.join('\n')}`).toEqual([])
  },
)

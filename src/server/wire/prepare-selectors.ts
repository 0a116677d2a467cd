import type { Options } from '../../model/call/options.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import { inTurns, stepsInParts } from '../../base/turns/work-in-parts.js'
import { isLongSelection } from '../../model/select/selection.js'

const long = createLateLibrary(() => import('../../model/select/prepare-selection.js'))

/** Parses long selectors over several event-loop turns; undefined if they are short, and parsed when they are used. */
export function prepareSelectors(options: Options, pause: () => Promise<void>): Promise<void> | undefined {
  if (!isLongSelection(options)) return undefined
  const prepare = () => stepsInParts(options, prepareSelectors, () => long.needed().prepareSelection(options))
  return Promise.resolve(long.load()).then(() => inTurns(prepare, pause))
}

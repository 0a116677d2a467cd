import { goJsonErrorOf } from '../../base/go/encoding-json.js'
import { endTurn, isInTurns, progressOf } from '../../base/turns/work-in-parts.js'
import { type Steps, finishInTurns } from '../../base/turns/steps.js'
import { LONG_TEXT, type Parsed, jsonTextOf, parseJson } from './body.js'
import { parseInPieces } from './json-in-pieces.js'
import { lookAt, startTree } from './json-text.js'

/** Parses a long JSON text, yielding to other work between its parts. */
export const parseLongJson = (bytes: Uint8Array, pause: () => Promise<void>): Promise<Parsed> =>
  finishInTurns(longReading(bytes), pause)

/**
 * Parses JSON inside another body: a long text over several event-loop turns, if the work is done in turns.
 *
 * @throws PAUSE after each turn
 */
export function parseInnerJson(bytes: Uint8Array): Parsed {
  if (!isInTurns() || bytes.length <= LONG_TEXT) return parseJson(bytes)
  // Each turn makes a new view of the bytes, but over the same buffer at the same offset.
  const reading = progressOf(bytes.buffer, `JSON at ${bytes.byteOffset}`, () => longReading(bytes))
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
    endTurn()
  }
}

/** Does what {@link parseJson} does, in steps. */
function* longReading(bytes: Uint8Array): Steps<Parsed> {
  const text = jsonTextOf(bytes)
  yield
  const { members, oddNumber, tooDeep } = lookAt(text)
  yield
  const parsed = tooDeep ? undefined : yield* parseInPieces(text)
  yield
  if (!parsed) return { error: goJsonErrorOf(bytes) }
  const { value } = parsed
  if (!oddNumber && members === parsed.members) return { value }
  const readOn = startTree(text, value)
  for (;;) {
    yield
    const written = readOn()
    if (written) return { value, written }
  }
}

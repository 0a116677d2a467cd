import { encodeJson } from '../../base/json/json.js'
import type { ControllerState } from '../../controllers/runtime/state.js'
import { writtenChange } from '../../controllers/runtime/written-state.js'
import type { Cause } from '../../model/call/call.js'
import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/history.js'
import type { Server } from '../server.js'
import { type StateEntry, type StateRest, checkpointOf, keptChange } from './entries.js'

/** Where entries are kept. */
export type StateLog = {
  /**
   * Appends entries, all or none; they are kept once this returns.
   *
   * @throws what the caller of a cluster is told
   */
  readonly append: (entries: readonly StateEntry[]) => void
  /** Replaces all entries by those of a checkpoint. */
  readonly replace: (entries: Iterable<StateEntry>) => void
  /** Whether so much was appended that a checkpoint is due. */
  readonly isLong: () => boolean
}

/** What is kept of a cluster as it goes on. */
type Recording = {
  /** Keeps what changed without a write, such as the time. */
  readonly rest: () => void
  /** Keeps nothing from then on. */
  readonly end: () => void
}

/**
 * Keeps a cluster in a log: all of it now, and from then on each write before anybody hears of it. What controllers
 * write is kept once they are at rest, before the next turn, with what they remember of it: a controller that goes on
 * has done either both or nothing.
 */
export function recordTo(log: StateLog, server: Server): Recording {
  const { parts, context } = server
  const { write, rest } = createWriter(log, server)
  let isEnded = false
  let isPlanned = false
  const restSoon = async () => {
    if (isPlanned) return
    isPlanned = true
    await undefined
    isPlanned = false
    try {
      if (!isEnded) rest()
    } catch {
      // The log has told why. The next write meets it too, and its caller is told.
    }
  }
  const stop = context.store.observe((changes) => {
    write(changes)
    void restSoon()
  })
  parts.keyring.listen(() => isEnded || log.append([{ type: 'credentials', ...parts.keyring.current() }]))
  return {
    rest,
    end() {
      isEnded = true
      stop()
    },
  }
}

/** Creates the functions that write what has changed, after a first checkpoint. */
function createWriter(log: StateLog, server: Server) {
  const { store, env } = server.context
  let epoch: number
  let remembered: ControllerState
  let place: string
  /** What controllers have written since the last rest. */
  let owed: StateEntry[]
  /** Whether something was written since. */
  let isAhead: boolean
  // Ids and randomness, and a time that does not pass by itself.
  const placeNow = () => encodeJson({ ...env.snapshot(), ...(env.advance ? {} : { now: 0 }) })
  const begin = (state: ControllerState) => {
    epoch = store.epoch()
    remembered = state
    place = placeNow()
    owed = []
    isAhead = false
  }
  const checkpoint = () => {
    log.replace(checkpointOf(server))
    begin(server.engine.snapshot())
  }
  const isReplaced = () => store.epoch() !== epoch
  /** Appends what is owed, and what controllers remember. */
  const settle = (...more: readonly StateEntry[]) => {
    const state = server.engine.snapshot()
    const memory = writtenChange(remembered, state)
    const rest: StateRest = { type: 'rest', revision: store.revision(), env: env.snapshot(), memory }
    log.append([...owed, rest, ...more])
    begin(state)
  }
  checkpoint()
  return {
    write(changes: readonly Change<KubeObject>[]) {
      if (isReplaced()) return checkpoint()
      const now = { revision: store.revision(), env: env.snapshot() }
      const entry: StateEntry = { type: 'write', ...now, changes: changes.map(keptChange) }
      if (isOfController(changes)) owed.push(entry)
      else if (owed.length > 0) settle(entry)
      else log.append([entry])
      isAhead = true
    },
    rest() {
      if (isReplaced() || log.isLong()) checkpoint()
      else if (isAhead || placeNow() !== place) settle()
    },
  }
}

/** Tells whether a controller made the changes, which it makes again where they are lost. */
const isOfController = ([first]: readonly Change<KubeObject>[]): boolean =>
  (first?.cause as Cause | undefined)?.controller !== undefined // the writes of rest/ pass a Cause

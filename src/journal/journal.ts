import { entryOf } from './entry.js'
import { type JournalFilter, createFilter } from './filter.js'
import type { Recorder } from './recorder.js'
import type { JournalEntry } from './types.js'

/** The requests a cluster was sent, the newest of them up to a bound. */
export type Journal = {
  /**
   * The requests held, oldest first, those of a filter only. Requests still unanswered are among them.
   *
   * @throws TypeError for a filter's member that there is not
   * @example
   * cluster.journal.requests({ verb: 'update', kind: 'Lease', code: 409, userAgent: 'my-operator*' })
   */
  readonly requests: (filter?: JournalFilter) => readonly JournalEntry[]
  /** How many requests it holds at most. */
  readonly limit: number
  /** How many it no longer holds. */
  readonly dropped: number
  /** Sequence number of the newest request; 0 before the first. */
  readonly last: number
  /** Forgets the requests held. Sequence numbers go on rising. */
  readonly clear: () => void
}

/** The public face of what a recorder has written. */
export function createJournal(recorder: Recorder): Journal {
  return {
    requests(filter) {
      const matches = createFilter(filter)
      return recorder.notes().map(entryOf).filter(matches)
    },
    limit: recorder.limit,
    get dropped() {
      return recorder.count() - recorder.notes().length
    },
    get last() {
      return recorder.count()
    },
    clear: recorder.clear,
  }
}

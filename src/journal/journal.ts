import { publicFunction } from '../base/call-site.js'
import { withAccessors } from '../base/accessors.js'
import type { Profile } from '../registry/profile.js'
import { profileHint } from '../registry/profile-hint.js'
import { entryOf } from './entry.js'
import { type JournalFilter, createFilter } from './filter.js'
import type { KindProblem } from '../registry/kind-words.js'
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
  /** Roughly the bytes that what it holds takes. */
  readonly bytes: number
  /** At most so many requests, and so many bytes together; the newest is always held. */
  readonly limit: { readonly requests: number; readonly bytes: number }
  /** How many it no longer holds. */
  readonly dropped: number
  /** Sequence number of the newest request; 0 before the first. */
  readonly last: number
  /** Forgets the requests held. Sequence numbers go on rising. */
  readonly clear: () => void
}

const journalOf = withAccessors<Journal, 'dropped' | 'last' | 'bytes'>('dropped', 'last', 'bytes')

/** Makes `cluster.journal` of what a recorder writes. */
export function createJournal(recorder: Recorder, profile: Profile, kindProblem: KindProblem): Journal {
  const { limit, clear, count, notes, bytes } = recorder
  const requests: Journal['requests'] = publicFunction((filter) =>
    notes()
      .map((note) => hinted(entryOf(note), profile))
      .filter(createFilter(filter, kindProblem)),
  )
  return journalOf({ dropped: () => count() - notes().length, last: count, bytes }, { requests, limit, clear })
}

/** An entry with what to say of a group that another profile has. */
function hinted(entry: JournalEntry, profile: Profile): JournalEntry {
  const hint = entry.code === 404 && entry.verb === undefined ? profileHint(profile, entry.path) : undefined
  return hint === undefined ? entry : Object.freeze({ ...entry, hint })
}

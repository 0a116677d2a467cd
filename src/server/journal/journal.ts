import { publicFunction } from '../../base/errors/call-site.js'
import { withAccessors } from '../../base/accessors.js'
import type { Profile } from '../../model/registry/profile.js'
import { profileHint } from '../../model/registry/profile-hint.js'
import { entryOf } from './entry.js'
import { type JournalFilter, createFilter, createLostFilter } from './filter.js'
import type { KindProblem } from '../../model/registry/kind-words.js'
import type { Recorder } from './recorder.js'
import type { JournalEntry } from './types.js'

/**
 * The requests to a cluster, of which the newest are held: up to a limit those of clients, and apart from them as many
 * of controllers.
 */
export type Journal = {
  /**
   * Returns the held requests that match a filter, oldest first, including unanswered ones.
   *
   * @throws TypeError for an unknown member of the filter
   * @example
   * cluster.journal.requests({ verb: 'update', kind: 'Lease', code: 409, userAgent: 'my-operator*' })
   */
  readonly requests: (filter?: JournalFilter) => readonly JournalEntry[]
  /**
   * Returns how many requests that a filter may have matched are no longer held because of the limit, at most: with 0,
   * `requests` returns all there were. Of such requests the journal only knows verb, kind, subresource and client or
   * controller. Those before the last `clear` do not count.
   *
   * @throws TypeError for an unknown member of the filter
   */
  readonly lost: (filter?: JournalFilter) => number
  /** The approximate size of the held requests, in bytes. */
  readonly bytes: number
  /** The maximum number of requests of clients, and of controllers; and of bytes. The newest is always held. */
  readonly limit: { readonly requests: number; readonly bytes: number }
  /** The number of requests that are no longer held. */
  readonly dropped: number
  /** The sequence number of the newest request; 0 before the first. */
  readonly last: number
  /** Forgets the held requests. Sequence numbers continue. */
  readonly clear: () => void
}

const journalOf = withAccessors<Journal, 'dropped' | 'last' | 'bytes'>('dropped', 'last', 'bytes')

/** Makes `cluster.journal` from a recorder. */
export function createJournal(recorder: Recorder, profile: Profile, kindProblem: KindProblem): Journal {
  const { limit, clear, count, notes, bytes, lost } = recorder
  const requests: Journal['requests'] = publicFunction((filter) =>
    notes()
      .map((note) => hinted(entryOf(note), profile))
      .filter(createFilter(filter, kindProblem)),
  )
  const lostBy: Journal['lost'] = publicFunction((filter) => {
    const mayMatch = createLostFilter(filter, kindProblem)
    return lost.sorts().reduce((sum, sort) => sum + (mayMatch(sort) ? sort.count : 0), lost.unsorted())
  })
  const counts = { dropped: () => count() - notes().length, last: count, bytes }
  return journalOf(counts, { requests, lost: lostBy, limit, clear })
}

/** Adds a hint to a 404 for a group that another profile serves. */
function hinted(entry: JournalEntry, profile: Profile): JournalEntry {
  const hint = entry.code === 404 && entry.verb === undefined ? profileHint(profile, entry.path) : undefined
  return hint === undefined ? entry : Object.freeze({ ...entry, hint })
}

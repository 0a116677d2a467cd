import type { User } from '../api/call.js'
import type { Phases } from '../hooks/phases.js'
import type { Recorder } from '../journal/recorder.js'
import type { RequestCounters } from '../metrics/request-counters.js'
import type { RestContext } from '../rest/context.js'
import type { Encode } from '../wire/encode.js'

/** What the pipeline works with. */
export type PipelineContext = RestContext & {
  readonly phases: Phases
  /** Writes the journal. */
  readonly recorder: Recorder
  /** Counts requests for `/metrics`. */
  readonly counters: RequestCounters
  /** Writes replies. */
  readonly encode: Encode
  /** Requests without this bearer token are refused with 401; undefined lets everybody in. */
  readonly token: string | undefined
  /**
   * What requests have to wait for before they are carried out; rejects with what is wrong with what the cluster was
   * made with.
   */
  readonly opening: () => Promise<void> | undefined
  /**
   * Called in the turn in which each request's own work ends, when controllers may react to what it changed; returns
   * what its reply waits for. They begin at once, or in the next turn.
   */
  readonly committed: (when?: { readonly inNextTurn: boolean }) => Promise<void> | undefined
}

/** The user of every request that has no credentials of its own. */
export const ADMIN: User = { name: 'admin', uid: 'admin', groups: ['system:masters', 'system:authenticated'] }

import type { AuditGate } from '../audit/gate.js'
import type { AccessGate } from '../access/gate.js'
import type { Identities } from '../accounts/identities.js'
import type { Phases } from '../hooks/phases.js'
import type { Recorder } from '../journal/recorder.js'
import type { HealthChecks } from '../metrics/health-checks.js'
import type { RequestCounters } from '../metrics/request-counters.js'
import type { RestContext } from '../../rest/context.js'
import type { Encode } from '../wire/encode.js'
import type { Asked } from '../wire/handle.js'

/** A write that can be answered before what follows from it is done. */
export type Answerable = {
  readonly kind: string
  /** Runs something once the reply has been sent. */
  readonly sent: NonNullable<Asked['sent']>
}

/** The context of the pipeline. */
export type PipelineContext = RestContext & {
  readonly phases: Phases
  /** Writes the journal. */
  readonly recorder: Recorder
  /** Counts requests for `/metrics`. */
  readonly counters: RequestCounters
  /** Counts health checks for `/metrics/slis`. */
  readonly healthChecks: HealthChecks
  /** Writes replies. */
  readonly encode: Encode
  /** Who requests come from. */
  readonly identities: Identities
  /** Loads the code that authorizes requests; absent where everything is allowed. */
  readonly access?: AccessGate | undefined
  /** Loads the code that audits requests; absent where none are. */
  readonly audit?: AuditGate | undefined
  /** What requests wait for before they are processed; rejects with the error in what the cluster was created with. */
  readonly opening: () => Promise<void> | undefined
  /** Called when a request's own work begins; returns what it waits for, of what follows from requests before it. */
  readonly following: () => Promise<void> | undefined
  /**
   * Called when a write's own work ends, in the same event-loop turn, so that controllers can react to its changes at
   * once, in the next turn, or once it is answered; returns what the reply waits for.
   */
  readonly committed: (when: { readonly inNextTurn?: true; readonly after?: Answerable }) => Promise<void> | undefined
  /**
   * Called when a read's own work ends, which leaves nothing for controllers to react to; returns what the reply waits
   * for.
   */
  readonly hasRead: () => Promise<void> | undefined
  /** Called at the end of a request's own work, for what the server itself does of what it has learnt. */
  readonly requestDone: () => void
}

import type { RestHooks } from '../rest/context.js'
import type { Call } from '../api/call.js'
import type { Outcome } from '../api/outcome.js'

/** The four moments at which scripts may act, as the pipeline calls them. */
export type Phases = RestHooks & {
  /** After decoding: the call to go on with, or an outcome instead. Sees no stored object. */
  readonly before: (call: Call) => Call | Outcome | Promise<Call | Outcome>
  /** Whether a hook may be for requests that are about no objects. */
  readonly onPaths: () => boolean
  /** After the commit: the outcome to reply with. */
  readonly after: (call: Call, outcome: Outcome) => Outcome | Promise<Outcome>
}

/** Scripts that do nothing. */
export const noPhases: Phases = {
  before: (call) => call,
  onPaths: () => false,
  admit: (_call, _old, next) => next,
  after: (_call, outcome) => outcome,
  watch: () => 'pass',
}

/** Tells a call from an outcome. */
export const isOutcome = (value: Call | Outcome): value is Outcome => 'type' in value

import type { RestHooks } from '../../rest/context.js'
import type { Call } from '../../model/call/call.js'
import type { WebhookFault } from '../../model/registry/webhook.js'
import type { Outcome } from '../../model/call/outcome.js'

/** The phases of scripts, as the pipeline calls them. */
export type Phases = RestHooks & {
  /** After decoding: returns the call to continue with, or an outcome. Does not see stored objects. */
  readonly before: (call: Call) => Call | Outcome | Promise<Call | Outcome>
  /** On a call of a webhook for a request: returns what is to come of it; undefined if nothing else than its reply. */
  readonly webhook: (call: Call, webhook: string) => WebhookFault | undefined
  /** Tells whether any hook is for requests that are not about objects. */
  readonly onPaths: () => boolean
  /** After the commit: returns the outcome to reply with. */
  readonly after: (call: Call, outcome: Outcome) => Outcome | Promise<Outcome>
}

/** The phases of a cluster without scripts. */
export const noPhases: Phases = {
  before: (call) => call,
  onPaths: () => false,
  admit: (_call, _old, next) => next,
  after: (_call, outcome) => outcome,
  watch: () => 'pass',
  webhook: () => undefined,
}

/** Tells whether a value is an outcome rather than a call. */
export const isOutcome = (value: Call | Outcome): value is Outcome => 'type' in value

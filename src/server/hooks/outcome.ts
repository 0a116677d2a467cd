import type { Status } from '../../base/errors/status.js'
import type { Outcome } from '../../model/call/outcome.js'

/** Returns a Status as an outcome. */
export const outcomeOfStatus = (status: Status): Outcome => ({
  type: 'status',
  code: status.code ?? (status.status === 'Success' ? 200 : 500),
  status,
})

/** Tells whether a request succeeded. */
export const hasSucceeded = (outcome: Outcome): boolean =>
  outcome.type === 'status' ? outcome.status.status === 'Success' : outcome.type !== 'cut' && outcome.type !== 'spoilt'

/** Closes the watch of an outcome that is not delivered. */
export function abandon(outcome: Outcome): void {
  if (outcome.type === 'watch') outcome.stream.close()
}

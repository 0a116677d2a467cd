import { StatusError } from '../../base/errors/status.js'
import type { Outcome } from './outcome.js'

/**
 * Returns the outcome of a call that has to succeed.
 *
 * @throws StatusError if the call failed
 */
export function done<O extends Outcome>(outcome: O): O {
  if (outcome.type === 'status' && outcome.status.status === 'Failure')
    throw outcome.error ?? new StatusError(outcome.status)
  return outcome
}

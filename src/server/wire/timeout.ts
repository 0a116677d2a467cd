import { parseGoDuration } from '../../base/go/duration.js'
import { badRequest } from '../../base/errors/status.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { Query } from './query.js'

/**
 * Returns the timeout of a request in milliseconds, from the parameter `timeout`; undefined if it sets none.
 *
 * @throws StatusError 400 for a malformed duration
 */
export function readTimeout(query: Query): number | undefined {
  const given = query.get('timeout')
  if (!given) return undefined
  const timeout = parseGoDuration(given)
  if (timeout.error !== undefined) throw badRequest(`invalid timeout specified in the request URL - ${timeout.error}`)
  return timeout.ms > 0 ? timeout.ms : undefined
}

/**
 * The reply to a request that timed out: a Status without its kind, as plain text, as the server's outermost filter
 * writes it.
 */
export const TIMED_OUT: Outcome = {
  type: 'document',
  code: 504,
  body: '{"metadata":{},"status":"Failure","message":"Timeout: request did not complete within the allotted timeout","reason":"Timeout","details":{},"code":504}\n',
}

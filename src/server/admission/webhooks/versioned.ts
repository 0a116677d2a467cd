import { StatusError } from '../../../base/errors/status.js'
import { type Converting, toMatched } from '../review/convert.js'
import { type Steps, waitFor } from '../../../base/turns/steps.js'
import type { Match } from '../review/match.js'
import type { ReviewedRequest } from '../review/request.js'
import type { Versioned } from './review.js'

/**
 * Returns the objects of a request in the version that a webhook is asked about.
 *
 * @throws StatusError as `failed` words it, for objects that cannot be converted to it
 */
export function* versionedFor(
  request: ReviewedRequest,
  match: Match,
  converting: Converting,
  failed: (text: string) => StatusError,
): Steps<Versioned> {
  try {
    const object = yield* waitFor(toMatched(request.object, request, match, converting))
    const oldObject = yield* waitFor(toMatched(request.oldObject, request, match, converting))
    return { match, object, oldObject }
  } catch (error) {
    throw error instanceof StatusError ? failed(error.message) : error
  }
}

import { StatusError } from '../../../base/errors/status.js'
import { type Converting, versionsOf } from '../review/convert.js'
import type { Match } from '../review/match.js'
import type { ReviewedRequest } from '../review/request.js'
import type { Versioned } from './review.js'

/**
 * Returns the objects of a request in the version that a webhook is asked about.
 *
 * @throws StatusError as `failed` words it, for objects that cannot be converted to it
 */
export async function versionedFor(
  request: ReviewedRequest,
  match: Match,
  converting: Converting,
  failed: (text: string) => StatusError,
): Promise<Versioned> {
  const { seen } = versionsOf(request, match, converting)
  try {
    return { match, object: await seen(request.object), oldObject: await seen(request.oldObject) }
  } catch (error) {
    throw error instanceof StatusError ? failed(error.message) : error
  }
}

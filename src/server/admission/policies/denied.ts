import { type StatusError, failure, forbiddenStatus } from '../../../base/errors/status.js'
import type { ReviewedRequest } from '../review/request.js'

/** A request denied by a policy, mostly as a binding tells. */
export type Denial = {
  readonly policy: string
  readonly binding?: string | undefined
  readonly message: string
  readonly reason?: string | undefined
}

const CODES: { readonly [reason: string]: number } = { Forbidden: 403, RequestEntityTooLarge: 413, Unauthorized: 401 }
const INVALID = 422

/** Returns the error for a denied request: that of a plug-in, with the reason of the policy. */
export function denied(
  { resource, name }: ReviewedRequest,
  { policy, binding, message, reason = 'Invalid' }: Denial,
): StatusError {
  const by = `ValidatingAdmissionPolicy '${policy}'${binding === undefined ? '' : ` with binding '${binding}'`}`
  const text = `${by} denied request: ${message}`
  const { status } = forbiddenStatus(resource, name || 'Unknown', text, [{ message: text }])
  return failure(CODES[reason] ?? INVALID, reason, status.message ?? '', status.details)
}

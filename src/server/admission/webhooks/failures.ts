import { goQuote } from '../../../base/go/printable.js'
import { type Status, StatusError, badRequest, internalError } from '../../../base/errors/status.js'

/** A webhook could not be asked, or its answer not be taken: its failure policy decides what follows. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
}

/** Makes the failure of a call of a webhook (webhook.ErrCallingWebhook). */
export const callFailed = (webhook: string, why: string): CallFailed =>
  new CallFailed(`failed calling webhook ${goQuote(webhook)}: ${why}`)

/** Makes what a request is answered when a call has failed and the policy is to fail. */
export const failedRequest = ({ message }: CallFailed): StatusError => internalError(message)

/** Makes the 400 for a dry run that a webhook with side effects would have to be asked about. */
export const noDryRun = (webhook: string): StatusError =>
  badRequest(`admission webhook ${goQuote(webhook)} does not support dry run`)

const LEAST_CODE = 400

/** Makes the refusal of a webhook, which says what it likes (webhook/errors: ToStatusErr). */
export function denied(webhook: string, given: Partial<Status> = {}): StatusError {
  const { status, message, reason, details, code = 0, metadata } = given
  const by = `admission webhook ${goQuote(webhook)} denied the request`
  const why = message || reason
  return new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: metadata ?? {},
    status: !status || status === 'Success' ? 'Failure' : status,
    message: why ? `${by}: ${why}` : `${by} without explanation`,
    ...(reason ? { reason } : {}),
    ...(details ? { details } : {}),
    code: code < LEAST_CODE ? LEAST_CODE : code,
  })
}

import { mustHave } from '../../base/must-have.js'
import { type Status, type StatusDetails, StatusError } from '../../base/errors/status.js'
import type { Subject } from './match.js'
import { type StatusReason, isStatusReason, statusWords } from './status-words.js'
import type { Outcome } from '../../model/call/outcome.js'

/** A shortened Status; missing members are filled in as the real server words them for the request. */
export type StatusRecord = {
  /** The whole message. */
  readonly message?: string
  /** The reason inside the usual message: `… is forbidden: <why>`. */
  readonly why?: string
  /** Also sent as the Retry-After header. */
  readonly retryAfterSeconds?: number
  /** Members added to the usual details. */
  readonly details?: StatusDetails
} & ({ readonly reason: StatusReason; readonly code?: number } | { readonly code: number; readonly reason?: string })

/** A failure to reply with: a reason, an HTTP code, a {@link StatusRecord}, or a complete Status. */
export type StatusLike = StatusReason | number | StatusRecord | Status | StatusError

/** Tells a status from the other results of a hook, outcomes and calls. */
export function isStatusLike(value: unknown): value is StatusLike {
  if (typeof value === 'string' || typeof value === 'number') return true
  if (typeof value !== 'object' || value === null || 'type' in value || 'target' in value) return false
  return (
    value instanceof StatusError || 'reason' in value || 'code' in value || ('kind' in value && value.kind === 'Status')
  )
}

/** Builds the Status that a server would have sent. */
export function fillStatus(wanted: StatusLike, subject: Subject): Status {
  if (wanted instanceof StatusError) return wanted.status
  if (typeof wanted === 'object' && 'kind' in wanted) return wanted
  const record: StatusRecord =
    typeof wanted === 'string' ? { reason: wanted } : typeof wanted === 'number' ? { code: wanted } : wanted
  const { code, message, why, retryAfterSeconds, details = {} } = record
  const reason = record.reason ?? (code === undefined ? undefined : usualReason(code))
  const usual = reason && isStatusReason(reason) ? statusWords[reason].make(subject, why, details).status : undefined
  const all =
    usual?.details || Object.keys(details).length > 0 || retryAfterSeconds
      ? inWireOrder({
          ...usual?.details,
          ...details,
          ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
        })
      : undefined
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message:
      message ??
      usual?.message ??
      why ??
      `the server responded with the status code ${code} but did not return further information`,
    ...(reason ? { reason } : {}),
    ...(all ? { details: all } : {}),
    code: code ?? mustHave(usual?.code, `code for the reason ${reason}`),
  }
}

const usualReason = (code: number) =>
  // Its keys are the reasons.
  (Object.keys(statusWords) as StatusReason[]).find((reason) => statusWords[reason].code === code)

function inWireOrder({ name, group, kind, uid, causes, retryAfterSeconds }: StatusDetails): StatusDetails {
  return {
    ...(name ? { name } : {}),
    ...(group ? { group } : {}),
    ...(kind ? { kind } : {}),
    ...(uid ? { uid } : {}),
    ...(causes ? { causes } : {}),
    ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
  }
}

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

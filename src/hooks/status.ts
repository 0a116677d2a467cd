import { mustHave } from '../base/must-have.js'
import { type Status, type StatusDetails, StatusError } from '../base/status.js'
import type { Subject } from './match.js'
import { type StatusReason, isStatusReason, statusWords } from './status-words.js'

/** A Status in few words: what it leaves out is filled in as the real server words it for the request at hand. */
export type StatusRecord = {
  /** The whole message, as it stands. */
  readonly message?: string
  /** The part of the usual message that tells why: `… is forbidden: <why>`. */
  readonly why?: string
  /** Also sent as the Retry-After header. */
  readonly retryAfterSeconds?: number
  /** Members to add to the usual details. */
  readonly details?: StatusDetails
} & ({ readonly reason: StatusReason; readonly code?: number } | { readonly code: number; readonly reason?: string })

/** A failure to answer with: a reason, an HTTP code, a {@link StatusRecord}, or a Status taken as it is. */
export type StatusLike = StatusReason | number | StatusRecord | Status | StatusError

/** Tells a status from the other things a hook may give; an outcome or a call is none. */
export function isStatusLike(value: unknown): value is StatusLike {
  if (typeof value === 'string' || typeof value === 'number') return true
  if (typeof value !== 'object' || value === null || 'type' in value || 'target' in value) return false
  return (
    value instanceof StatusError || 'reason' in value || 'code' in value || ('kind' in value && value.kind === 'Status')
  )
}

/** Makes the Status a server would have sent. */
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

import { goQuote } from '../go/printable.js'
import { type Issue, aggregateText, issueText } from './issue.js'

/** One cause inside `details`. */
export type StatusCause = { readonly reason?: string; readonly message?: string; readonly field?: string }
/** The `details` of a Status: the object it is about. */
export type StatusDetails = {
  readonly name?: string
  readonly group?: string
  readonly kind?: string
  readonly uid?: string
  readonly causes?: readonly StatusCause[]
  readonly retryAfterSeconds?: number
}
/** The Status object that a server replies with to errors and deletions. */
export type Status = {
  readonly kind: 'Status'
  readonly apiVersion: 'v1'
  readonly metadata: { readonly continue?: string }
  readonly status: 'Success' | 'Failure'
  readonly message?: string
  readonly reason?: string
  readonly details?: StatusDetails
  readonly code?: number
}

/** A failure as a Status; the only error the pipeline expects. */
export class StatusError extends Error {
  readonly status: Status
  constructor(status: Status) {
    super(status.message ?? status.reason ?? 'failure')
    this.name = 'StatusError'
    this.status = status
  }
  /** The HTTP status code. */
  get code(): number {
    return this.status.code ?? 500
  }
  /** The machine-readable reason, absent on a plain 500. */
  get reason(): string | undefined {
    return this.status.reason
  }
}

/** The resource (or, in validation, the kind) that a failure is about. */
export type Subject = { readonly group: string; readonly resource: string }

/** Formats `leases.coordination.k8s.io`, or the bare resource in the core group. */
export const subjectText = ({ group, resource }: Subject): string => (group ? `${resource}.${group}` : resource)

const detailsOf = (
  { group, resource }: Subject,
  name: string | undefined,
  more: StatusDetails = {},
): StatusDetails => ({
  ...(name ? { name } : {}),
  ...(group ? { group } : {}),
  kind: resource,
  ...more,
})

/** Builds a failure Status; undefined members are left out, the others are in wire order. */
export function failure(
  code: number,
  reason: string | undefined,
  message: string,
  details?: StatusDetails,
): StatusError {
  return new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason ? { reason } : {}),
    ...(details ? { details } : {}),
    code,
  })
}

/** 400 with the given message. */
export const badRequest = (message: string): StatusError => failure(400, 'BadRequest', message)
/** 401 */
export const unauthorized = (): StatusError => failure(401, 'Unauthorized', 'Unauthorized')
/** 403 from an admission plug-in or an authorizer. */
export const forbiddenStatus = (
  subject: Subject,
  name: string | undefined,
  why: string,
  causes?: readonly StatusCause[],
): StatusError =>
  failure(
    403,
    'Forbidden',
    `${subjectText(subject)}${name ? ` ${goQuote(name)}` : ''} is forbidden: ${why}`,
    detailsOf(subject, name, causes ? { causes } : {}),
  )
/** 404 for an object. */
export const notFound = (subject: Subject, name: string): StatusError =>
  failure(404, 'NotFound', `${subjectText(subject)} ${goQuote(name)} not found`, detailsOf(subject, name))
/** 404 for a path under a served group. */
export const notServed = (): StatusError =>
  failure(404, 'NotFound', 'the server could not find the requested resource', {})
/** 405 from the router. */
export const methodNotAllowed = (): StatusError =>
  failure(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource', {})
/** 405 from a handler whose storage lacks the verb. */
export const verbNotSupported = (subject: Subject, verb: string): StatusError =>
  failure(
    405,
    'MethodNotAllowed',
    `${verb} is not supported on resources of kind ${goQuote(subjectText(subject))}`,
    detailsOf(subject, undefined),
  )
/** 405 for a verb that is temporarily not served. */
export const verbWithheld = (subject: Subject, verb: string, why: string): StatusError =>
  failure(405, 'MethodNotAllowed', `${verb} not allowed while ${why}`, detailsOf(subject, undefined))
/** 429, for which clients wait a second. */
export const tooManyRequests = (why = 'Too many requests, please try again later.'): StatusError =>
  failure(429, 'TooManyRequests', why, { retryAfterSeconds: 1 })
/** 500 for a fault of the server. */
export const internalError = (why: string): StatusError =>
  failure(500, 'InternalError', `Internal error occurred: ${why}`, { causes: [{ message: why }] })
/** Tells that some of a collection cannot be read: why the first of them, and how many there are. */
export const unreadText = (subject: Subject, why: string, count: number): string =>
  `failed to read one or more ${subjectText(subject)} from the storage: ${why}${count > 1 ? ` (and ${count - 1} more)` : ''}`

/** 500 for a collection of which some cannot be read, with a cause for each. */
export const storageReadError = (subject: Subject, causes: readonly StatusCause[]): StatusError =>
  failure(
    500,
    'StorageReadError',
    unreadText(subject, causes[0]?.message ?? '', causes.filter(({ field }) => field !== undefined).length),
    detailsOf(subject, 'list', { causes }),
  )

/** 409 for a name that already exists. */
export const alreadyExists = (subject: Subject, name: string, terminating: boolean): StatusError =>
  failure(
    409,
    'AlreadyExists',
    `${terminating ? 'object is being deleted: ' : ''}${subjectText(subject)} ${goQuote(name)} already exists`,
    detailsOf(subject, name),
  )
/** 409 when generateName found no free name. */
export const generateNameConflict = (subject: Subject, name: string, terminating: boolean): StatusError =>
  failure(
    409,
    'AlreadyExists',
    `${terminating ? 'object is being deleted: ' : ''}${subjectText(subject)} ${goQuote(name)} already exists, the server was not able to generate a unique name for the object`,
    detailsOf(subject, name, { retryAfterSeconds: 1 }),
  )
/** 409 with a reason after the usual prefix. */
export const conflict = (subject: Subject, name: string, why: string): StatusError =>
  failure(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${subjectText(subject)} ${goQuote(name)}: ${why}`,
    detailsOf(subject, name),
  )
/** The message for a stale resourceVersion. */
export const STALE = 'the object has been modified; please apply your changes to the latest version and try again'
/** 410 */
export const expired = (message: string): StatusError => failure(410, 'Expired', message)
/** 422 with every issue: each distinct text once in the message, each issue in the causes. */
export function invalidStatus(subject: Subject, name: string, issues: readonly Issue[]): StatusError {
  const aggregate = aggregateText(issues.map(issueText))
  return failure(422, 'Invalid', `${subjectText(subject)} ${goQuote(name)} is invalid: ${aggregate}`, {
    ...(name ? { name } : {}),
    ...(subject.group ? { group: subject.group } : {}),
    ...(subject.resource ? { kind: subject.resource } : {}),
    causes: issues.map(({ reason, message, field }) => ({ reason, message, field })),
  })
}
/** 422 for a failed patch, without details. */
export const rejectedRequest = (): StatusError =>
  failure(422, 'Invalid', 'the server rejected our request due to an error in our request', {})
/** 500 without reason or details, for an error that was not built as an API error. */
export const plainError = (message: string): StatusError => failure(500, undefined, message)
/** 504 for a read at a future resourceVersion; a read from a cache, which may lag behind, gets retryAfterSeconds. */
export const tooLargeResourceVersion = (wanted: string, current: number, cached: boolean): StatusError =>
  failure(504, 'Timeout', `Timeout: Too large resource version: ${wanted}, current: ${current}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    ...(cached ? { retryAfterSeconds: 1 } : {}),
  })

/** Returns what a thrown value says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

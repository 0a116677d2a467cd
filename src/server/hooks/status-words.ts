import { goQuote } from '../../base/go/printable.js'
import {
  alreadyExists,
  badRequest,
  conflict,
  failure,
  forbiddenStatus,
  methodNotAllowed,
  notFound,
  notServed,
  rejectedRequest,
  STALE,
  type StatusDetails,
  type StatusError,
  subjectText,
  tooManyRequests,
  unauthorized,
} from '../../base/errors/status.js'
import type { Subject } from './match.js'

/** The reasons of a real server; each may be given as a status by itself. */
export type StatusReason =
  | 'BadRequest'
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'Conflict'
  | 'AlreadyExists'
  | 'Expired'
  | 'Gone'
  | 'RequestEntityTooLarge'
  | 'UnsupportedMediaType'
  | 'Invalid'
  | 'TooManyRequests'
  | 'InternalError'
  | 'ServerTimeout'
  | 'ServiceUnavailable'
  | 'Timeout'

type Word = {
  readonly code: number
  readonly make: (subject: Subject, why: string | undefined, details: StatusDetails) => StatusError
}

const MEDIA_TYPES = 'application/json, application/yaml, application/vnd.kubernetes.protobuf'

/**
 * How a server words each reason for a request; `why` is the part that depends on the failing component. Of several
 * reasons with the same code the usual one comes first.
 */
export const statusWords: Readonly<Record<StatusReason, Word>> = {
  BadRequest: {
    code: 400,
    make: (_, why) => badRequest(why ?? 'the server rejected our request for an unknown reason'),
  },
  Unauthorized: {
    code: 401,
    make: (_, why) => (why === undefined ? unauthorized() : failure(401, 'Unauthorized', why)),
  },
  Forbidden: { code: 403, make: makeForbidden },
  NotFound: {
    code: 404,
    make: ({ call: { target }, name }) =>
      name ? notFound({ ...target.def.resourceSubject, resource: target.def.names.notFound }, name) : notServed(),
  },
  MethodNotAllowed: { code: 405, make: methodNotAllowed },
  NotAcceptable: {
    code: 406,
    make: (_, why) =>
      failure(406, 'NotAcceptable', why ?? `only the following media types are accepted: ${MEDIA_TYPES}`),
  },
  Conflict: {
    code: 409,
    make: ({ call: { target }, name }, why) => conflict(target.def.resourceSubject, name, why ?? STALE),
  },
  AlreadyExists: {
    code: 409,
    make: ({ call: { target }, name }) => alreadyExists(target.def.resourceSubject, name, false),
  },
  Expired: { code: 410, make: (subject, why) => failure(410, 'Expired', why ?? expiredText(subject)) },
  Gone: { code: 410, make: (subject, why) => failure(410, 'Gone', why ?? expiredText(subject)) },
  RequestEntityTooLarge: {
    code: 413,
    make: (_, why) => failure(413, 'RequestEntityTooLarge', `Request entity too large: ${why ?? 'limit is 3145728'}`),
  },
  UnsupportedMediaType: {
    code: 415,
    make: (_, why) =>
      failure(
        415,
        'UnsupportedMediaType',
        why ?? `the body of the request was in an unknown format - accepted media types include: ${MEDIA_TYPES}`,
      ),
  },
  Invalid: { code: 422, make: makeInvalid },
  TooManyRequests: {
    code: 429,
    make: (_, why) => tooManyRequests(why),
  },
  InternalError: {
    code: 500,
    make: (_, why = 'etcdserver: request timed out') =>
      failure(500, 'InternalError', `Internal error occurred: ${why}`, { causes: [{ message: why }] }),
  },
  ServerTimeout: { code: 500, make: makeServerTimeout },
  ServiceUnavailable: {
    code: 503,
    make: (_, why) => failure(503, 'ServiceUnavailable', why ?? 'the server is currently unable to handle the request'),
  },
  Timeout: {
    code: 504,
    make: (_, why) =>
      failure(
        504,
        'Timeout',
        `Timeout: ${why ?? 'request did not complete within requested timeout - context deadline exceeded'}`,
        {},
      ),
  },
}

/** Tells whether a reason is one of {@link statusWords}. */
export const isStatusReason = (reason: string): reason is StatusReason => Object.hasOwn(statusWords, reason)

// With a `why` it is a rejection by admission, without one by the authorizer, which does not see the body.
function makeForbidden({ call, name }: Subject, why: string | undefined): StatusError {
  const { def, verb, subresource, namespace, name: inPath } = call.target
  if (call.path !== undefined) {
    const who = goQuote(call.user.name)
    return failure(
      403,
      'Forbidden',
      `forbidden: User ${who} cannot get path ${goQuote(call.path)}${why === undefined ? '' : `: ${why}`}`,
      {},
    )
  }
  if (why !== undefined) return forbiddenStatus(def.resourceSubject, name, why)
  const resource = subresource === 'main' ? def.plural : `${def.plural}/${subresource}`
  const where = namespace ? `in the namespace ${goQuote(namespace)}` : 'at the cluster scope'
  const cannot = `User ${goQuote(call.user.name)} cannot ${verb} resource ${goQuote(resource)} in API group ${goQuote(def.group)} ${where}`
  return forbiddenStatus(def.resourceSubject, inPath, cannot)
}

function expiredText({ call: { target, options } }: Subject): string {
  if (options.continue)
    return 'The provided continue parameter is too old to display a consistent list result. You must start a new list without the continue parameter.'
  return `The resourceVersion for the provided ${target.verb === 'watch' ? 'watch' : 'list'} is too old.`
}

function makeInvalid(
  { call: { target }, name }: Subject,
  why: string | undefined,
  { causes = [] }: StatusDetails,
): StatusError {
  const texts = [...new Set(causes.map(({ field, message }) => [field, message].filter(Boolean).join(': ')))]
  const text = why ?? (texts.length > 1 ? `[${texts.join(', ')}]` : texts[0])
  if (text === undefined) return rejectedRequest()
  const { group, resource } = target.def.kindSubject
  return failure(422, 'Invalid', `${subjectText({ group, resource })} ${goQuote(name)} is invalid: ${text}`, {
    ...(name ? { name } : {}),
    ...(group ? { group } : {}),
    kind: resource,
  })
}

function makeServerTimeout({ call: { target } }: Subject): StatusError {
  const { group, resource } = target.def.resourceSubject
  const message = `The ${target.verb} operation against ${subjectText({ group, resource })} could not be completed at this time, please try again.`
  return failure(500, 'ServerTimeout', message, { ...(group ? { group } : {}), kind: resource, retryAfterSeconds: 2 })
}

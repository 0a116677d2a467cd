import type { StatusCause } from '../../base/errors/status.js'
import { publicFunction } from '../../base/errors/call-site.js'
import { checkArguments, checkNoArguments, optional, optionsOf } from '../../base/check/arguments.js'
import { type Shape, must, text, whole } from '../../base/check/shape.js'
import { listOf, members } from '../../base/check/shapes.js'
import type { StatusReason } from './status-words.js'
import type { StatusRecord } from './status.js'

const cause = members({ reason: text, message: text, field: text })
const causesShape = listOf({
  check: (value, path) =>
    typeof value === 'string'
      ? must(path, `a cause such as { field: "spec.size", message: ${JSON.stringify(value)} }`, value)
      : cause.check(value, path),
  schema: cause.schema,
})

const retry: Shape = optionsOf(
  { retryAfterSeconds: whole(0) },
  (given) => `{ retryAfterSeconds: ${typeof given === 'number' ? given : 2} }`,
)

/** Makes a function for a failure whose message may include why. */
const withWhy = (name: string, reason: StatusReason) =>
  publicFunction((why?: string): StatusRecord => {
    checkArguments(name, { why: optional(text) }, [why])
    return { reason, ...(why === undefined ? {} : { why }) }
  })

/** Makes a function for a failure with retryAfterSeconds. */
const withRetry = (name: string, reason: StatusReason) =>
  publicFunction((options: { readonly retryAfterSeconds?: number } = {}): StatusRecord => {
    checkArguments(name, { options: retry }, [options])
    return { reason, ...options }
  })

/** Makes a function for a failure whose message depends on the request alone. */
const plain = (name: string, reason: StatusReason) =>
  publicFunction((...given: readonly never[]): StatusRecord => {
    checkNoArguments(name, given, `for words of your own give { reason: "${reason}", message: "…" }`)
    return { reason }
  })

// The most common failures, to be passed to a hook, which fills in what the real server would say about its request.

/** 400; `why` is the whole message. */
export const badRequest = withWhy('badRequest', 'BadRequest')
/** 401 */
export const unauthorized = plain('unauthorized', 'Unauthorized')
/** 403 from admission (`… is forbidden: <why>`), or from the authorizer without a `why`. */
export const forbidden = withWhy('forbidden', 'Forbidden')
/** 404 for the object. */
export const notFound = plain('notFound', 'NotFound')
/** 409: the object has been modified, or `why`. */
export const conflict = withWhy('conflict', 'Conflict')
/** 409 for a name that already exists. */
export const alreadyExists = plain('alreadyExists', 'AlreadyExists')
/** 410 for a resourceVersion or continue token. */
export const expired = withWhy('expired', 'Expired')
/** 410 with the reason Gone, as older servers sent it. */
export const gone = withWhy('gone', 'Gone')
/** 422 with its causes. */
export const invalid = publicFunction((...causes: readonly StatusCause[]): StatusRecord => {
  checkArguments('invalid', { causes: causesShape }, [causes])
  return { reason: 'Invalid', ...(causes.length > 0 ? { details: { causes } } : {}) }
})
/** 429; retryAfterSeconds defaults to one second. */
export const tooManyRequests = withRetry('tooManyRequests', 'TooManyRequests')
/** 500: `Internal error occurred: <why>`. */
export const internalError = withWhy('internalError', 'InternalError')
/** 500: the operation could not be completed at this time. */
export const serverTimeout = withRetry('serverTimeout', 'ServerTimeout')
/** 503 */
export const serviceUnavailable = withRetry('serviceUnavailable', 'ServiceUnavailable')
/** 504: `Timeout: <why>`. */
export const timeout = withWhy('timeout', 'Timeout')

import type { StatusCause } from '../base/status.js'
import { publicFunction } from '../base/call-site.js'
import { checkArguments, checkNoArguments, optional, optionsOf } from '../check/arguments.js'
import { type Shape, must, text, whole } from '../check/shape.js'
import { listOf, members } from '../check/shapes.js'
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

/** Makes a failure whose message may say why. */
const withWhy = (name: string, reason: StatusReason) =>
  publicFunction((why?: string): StatusRecord => {
    checkArguments(name, { why: optional(text) }, [why])
    return { reason, ...(why === undefined ? {} : { why }) }
  })

/** Makes a failure that says when to come again. */
const withRetry = (name: string, reason: StatusReason) =>
  publicFunction((options: { readonly retryAfterSeconds?: number } = {}): StatusRecord => {
    checkArguments(name, { options: retry }, [options])
    return { reason, ...options }
  })

/** Makes a failure whose message follows from the request. */
const plain = (name: string, reason: StatusReason) =>
  publicFunction((...given: readonly never[]): StatusRecord => {
    checkNoArguments(name, given, `for words of your own give { reason: "${reason}", message: "…" }`)
    return { reason }
  })

// The failures people script most, to be given to a hook. A hook fills in what the real server would say of its
// request.

/** 400; `why` is the whole message. */
export const badRequest = withWhy('badRequest', 'BadRequest')
/** 401 */
export const unauthorized = plain('unauthorized', 'Unauthorized')
/** 403 of admission (`… is forbidden: <why>`), or of the authoriser where no `why` is given. */
export const forbidden = withWhy('forbidden', 'Forbidden')
/** 404 of the object. */
export const notFound = plain('notFound', 'NotFound')
/** 409: the object has been modified, or `why`. */
export const conflict = withWhy('conflict', 'Conflict')
/** 409 of a name that is taken. */
export const alreadyExists = plain('alreadyExists', 'AlreadyExists')
/** 410 of a resourceVersion or continue token. */
export const expired = withWhy('expired', 'Expired')
/** 410 as older servers gave it, with the reason Gone. */
export const gone = withWhy('gone', 'Gone')
/** 422 with its causes. */
export const invalid = publicFunction((...causes: readonly StatusCause[]): StatusRecord => {
  checkArguments('invalid', { causes: causesShape }, [causes])
  return { reason: 'Invalid', ...(causes.length > 0 ? { details: { causes } } : {}) }
})
/** 429; waits one second unless told otherwise. */
export const tooManyRequests = withRetry('tooManyRequests', 'TooManyRequests')
/** 500: `Internal error occurred: <why>`. */
export const internalError = withWhy('internalError', 'InternalError')
/** 500: the operation could not be completed at this time. */
export const serverTimeout = withRetry('serverTimeout', 'ServerTimeout')
/** 503 */
export const serviceUnavailable = withRetry('serviceUnavailable', 'ServiceUnavailable')
/** 504: `Timeout: <why>`. */
export const timeout = withWhy('timeout', 'Timeout')

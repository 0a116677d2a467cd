import type { StatusCause } from '../base/status.js'
import type { StatusRecord } from './status.js'

// The failures people script most, to be given to a hook. A hook fills in what the real server would say of its request.

/** 400; `why` is the whole message. */
export const badRequest = (why?: string): StatusRecord => withWhy('BadRequest', why)
/** 401 */
export const unauthorized = (): StatusRecord => ({ reason: 'Unauthorized' })
/** 403 of admission (`… is forbidden: <why>`), or of the authoriser where no `why` is given. */
export const forbidden = (why?: string): StatusRecord => withWhy('Forbidden', why)
/** 404 of the object. */
export const notFound = (): StatusRecord => ({ reason: 'NotFound' })
/** 409: the object has been modified, or `why`. */
export const conflict = (why?: string): StatusRecord => withWhy('Conflict', why)
/** 409 of a name that is taken. */
export const alreadyExists = (): StatusRecord => ({ reason: 'AlreadyExists' })
/** 410 of a resourceVersion or continue token. */
export const expired = (why?: string): StatusRecord => withWhy('Expired', why)
/** 410 as older servers gave it, with the reason Gone. */
export const gone = (why?: string): StatusRecord => withWhy('Gone', why)
/** 422 with its causes. */
export const invalid = (...causes: readonly StatusCause[]): StatusRecord => ({
  reason: 'Invalid',
  ...(causes.length > 0 ? { details: { causes } } : {}),
})
/** 429; waits one second unless told otherwise. */
export const tooManyRequests = (options: { readonly retryAfterSeconds?: number } = {}): StatusRecord => ({
  reason: 'TooManyRequests',
  ...options,
})
/** 500: `Internal error occurred: <why>`. */
export const internalError = (why?: string): StatusRecord => withWhy('InternalError', why)
/** 500: the operation could not be completed at this time. */
export const serverTimeout = (options: { readonly retryAfterSeconds?: number } = {}): StatusRecord => ({
  reason: 'ServerTimeout',
  ...options,
})
/** 503 */
export const serviceUnavailable = (options: { readonly retryAfterSeconds?: number } = {}): StatusRecord => ({
  reason: 'ServiceUnavailable',
  ...options,
})
/** 504: `Timeout: <why>`. */
export const timeout = (why?: string): StatusRecord => withWhy('Timeout', why)

const withWhy = (
  reason: 'BadRequest' | 'Forbidden' | 'Conflict' | 'Expired' | 'Gone' | 'InternalError' | 'Timeout',
  why: string | undefined,
): StatusRecord => ({ reason, ...(why === undefined ? {} : { why }) })

import { goQuote } from '../../base/go/printable.js'
import { withoutMarkup } from '../../base/text/markup.js'
import type { Answer } from './conditional.js'

/** The plain-text 404 for a path outside the API. */
export const nowhere: Answer = {
  code: 404,
  body: '404 page not found\n',
  headers: { 'X-Content-Type-Options': 'nosniff' },
}

/**
 * The plain-text 503 for a path that an unreachable extension server should answer (kube-aggregator's
 * handler_proxy.go).
 */
export const unavailable: Answer = {
  code: 503,
  body: 'service unavailable\n',
  headers: { 'X-Content-Type-Options': 'nosniff' },
}

/** Makes the plain-text 500 for a path of watches or proxies without a resource. */
export const undetermined = (path: string): Answer =>
  serverError(path, `failed to create RequestInfo: unable to determine kind and namespace from url, ${path}`)

/**
 * Makes the plain-text 500 of a step before authorization (k8s.io/apiserver, responsewriters.InternalError).
 *
 * @param target the path as it was sent, with its query
 */
export const serverError = (target: string, why: string): Answer => ({
  code: 500,
  body: `${withoutMarkup(`Internal Server Error: ${goQuote(target)}: ${why}`)}\n`,
  headers: { 'X-Content-Type-Options': 'nosniff' },
})

/** The plain-text 400 for a path with an invalid escape. */
export const malformed: Answer = { code: 400, body: '400 Bad Request' }

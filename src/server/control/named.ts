import { goQuote } from '../../base/go/printable.js'
import { nearest } from '../../base/text/nearest.js'
import { type StatusError, failure } from '../../base/errors/status.js'

/** Creates a 404 for an id, with a suggestion or the existing ids. */
export function unknownId(what: string, id: string, ids: readonly string[]): StatusError {
  const near = nearest(id, ids)
  const there =
    ids.length === 0
      ? 'there is none'
      : `there ${ids.length === 1 ? 'is' : 'are'} ${ids.slice(0, 20).join(', ')}${ids.length > 20 ? ' …' : ''}`
  return failure(404, 'NotFound', `there is no ${what} ${goQuote(id)}; ${near ? `did you mean ${near}?` : there}`)
}

import type { Outcome } from '../api/outcome.js'
import { formatHttpDate } from '../base/time.js'
import { isRead } from '../registry/verb.js'
import { type View, errorView, isPlain } from '../wire/accept.js'
import type { Reply } from '../wire/reply.js'
import { shape } from '../wire/shape.js'
import type { HttpRequest } from './request.js'

/** Makes the reply of an outcome in the form that was asked for, and notes the end of the request. */
export function reply(request: HttpRequest, outcome: Outcome, view: View): Reply {
  const { raw, query, userAgent, auditId, recorder, note, now, encode } = request
  recorder.end(note, outcome)
  const { call } = note
  const pretty = wantsPretty(query.get('pretty'), userAgent)
  const date = formatHttpDate(now())
  const options = { view, auditId, date, pretty, written: call !== undefined && !isRead(call.target.verb) }
  // HEAD has no handler of its own: it is refused like any other method, without a body.
  if (isPlain(view)) return encode(outcome, options)
  const shaped = shape(outcome, view, { includeObject: query.get('includeObject'), now })
  const failed = shaped.outcome.type === 'status' && shaped.outcome.status.status === 'Failure'
  return encode(shaped.outcome, { ...options, ...shaped, view: failed ? errorView(raw.headers.get('accept')) : view })
}

const BY_HAND = /^(curl|Wget|Mozilla\/5\.0)/

function wantsPretty(given: string | undefined, userAgent: string | null): boolean {
  return !given ? userAgent !== null && BY_HAND.test(userAgent) : /^(1|t|T|true|TRUE|True)$/.test(given)
}

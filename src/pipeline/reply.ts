import type { Outcome } from '../api/outcome.js'
import { formatHttpDate } from '../base/time.js'
import { isRead } from '../registry/verb.js'
import { type ReplyFormat, errorFormat, isPlain } from '../wire/accept.js'
import type { Reply } from '../wire/reply.js'
import { transform } from '../wire/transform.js'
import { measured } from './measure.js'
import type { HttpRequest } from './request.js'

/** Makes the reply of an outcome in the form that was asked for, and notes the end of the request. */
export function reply(request: HttpRequest, outcome: Outcome, format: ReplyFormat): Reply {
  const { raw, query, userAgent, auditId, recorder, note, now, encode } = request
  recorder.end(note, outcome)
  const { call } = note
  const pretty = wantsPretty(query.get('pretty'), userAgent)
  const date = formatHttpDate(now())
  const options = { format, auditId, date, pretty, written: call !== undefined && !isRead(call.target.verb) }
  // HEAD has no handler of its own: it is refused like any other method, without a body.
  if (isPlain(format)) return measured(request, encode(outcome, options))
  const transformed = transform(outcome, format, { includeObject: query.get('includeObject'), now })
  const failed = transformed.outcome.type === 'status' && transformed.outcome.status.status === 'Failure'
  const made = encode(transformed.outcome, {
    ...options,
    ...transformed,
    format: failed ? errorFormat(raw.headers.get('accept')) : format,
  })
  return measured(request, made)
}

const BY_HAND = /^(curl|Wget|Mozilla\/5\.0)/

function wantsPretty(given: string | undefined, userAgent: string | null): boolean {
  return !given ? userAgent !== null && BY_HAND.test(userAgent) : /^(1|t|T|true|TRUE|True)$/.test(given)
}

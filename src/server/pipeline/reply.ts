import { type Outcome, outcomeOf } from '../../model/call/outcome.js'
import { type LateLibrary, createLateLibrary } from '../../base/turns/late-library.js'
import { isObject } from '../../base/json/json.js'
import { later } from '../../base/turns/later.js'
import { atOnceOrInTurns } from '../../base/turns/work-in-parts.js'
import { formatHttpDate } from '../../base/time/time.js'
import { isRead } from '../../model/registry/verb.js'
import { StatusError } from '../../base/errors/status.js'
import { type ReplyFormat, errorFormat, isOfRouter, isPlain } from '../wire/accept.js'
import type { EncodeOptions } from '../wire/encode.js'
import type { Reply } from '../wire/reply.js'
import { leave, measured } from './measure.js'
import type { HttpRequest } from './request.js'
import { isNotedLarge } from '../../rest/write/turns.js'
import { LONGEST_BODY, type Sent } from '../journal/note.js'

/** Encodes an outcome as a reply in the requested format, and ends the journal entry of the request. */
export function reply(request: HttpRequest, made: Outcome, format: ReplyFormat): Reply | Promise<Reply> {
  const { warning } = request
  const outcome = warning === undefined ? made : { ...made, warnings: [warning, ...(made.warnings ?? [])] }
  const { raw, query, userAgent, auditId, recorder, note, now, pause } = request
  recorder.end(note, outcome)
  const { call } = note
  if (call === undefined) note.sent = sentOf(request)
  const pretty = wantsPretty(query.get('pretty'), userAgent)
  const date = formatHttpDate(now())
  const options = { format, auditId, date, pretty, written: call !== undefined && !isRead(call.target.verb) }
  // HEAD has no handler of its own: it is refused like any other method, without a body.
  if (isPlain(format) && !isFailure(outcome))
    return later(encodeIn(request, outcome, options), (encoded) => measured(request, encoded))
  const includeObject = query.get('includeObject')
  const shown = isFailure(outcome)
    ? { outcome }
    : later(loaded(transforms, pause), () =>
        atOnceOrInTurns(() => transforms.needed().transform(outcome, format, { includeObject, now }), pause),
      )
  return later(shown, (transformed) => {
    const asked = isFailure(transformed.outcome) ? errorFormat(raw.headers.get('accept')) : format
    const encoding = encodeIn(request, transformed.outcome, { ...options, ...transformed, format: asked })
    return later(encoding, (encoded) => measured(request, encoded))
  })
}

/** Makes the reply to a request that failed; `deprecation` is the warning of its kind, if any. */
export function replyFailure(request: HttpRequest, error: unknown, deprecation?: string): Reply | Promise<Reply> {
  const { recorder, note, raw } = request
  if (error instanceof StatusError) {
    const warnings = deprecation === undefined || isOfRouter(error) ? [] : [deprecation]
    return reply(request, { ...outcomeOf(error), warnings }, errorFormat(raw.headers.get('accept')))
  }
  recorder.fault(note, error)
  leave(request)
  throw error
}

/** Returns the headers and body of a request that did not become a call, for the journal. */
function sentOf({ raw: { headers }, bytes }: HttpRequest): Sent {
  const [accept, contentType] = [headers.get('accept'), headers.get('content-type')]
  const isShort = bytes !== undefined && bytes.length > 0 && bytes.length <= LONGEST_BODY
  return {
    ...(accept === null ? {} : { accept }),
    ...(contentType === null ? {} : { contentType }),
    ...(isShort ? { body: new TextDecoder().decode(bytes) } : {}),
  }
}

const isFailure = (outcome: Outcome): boolean => outcome.type === 'status' && outcome.status.status === 'Failure'

// Loaded on demand: only tables, metadata-only objects, protobuf and YAML need these.
const transforms = createLateLibrary(() => import('../wire/transform.js'))
const protobuf = createLateLibrary(() => import('../wire/protobuf/reply.js'))
const yaml = createLateLibrary(() => import('../../base/yaml/write.js'))
const longJson = createLateLibrary(() => import('../wire/long-json.js'))

/** Loads code; replies that have waited for it are then made one per turn. */
const loaded = (code: LateLibrary<unknown>, pause: HttpRequest['pause']): Promise<void> | undefined =>
  code.load()?.then(pause)

/** Encodes an outcome; a long one over several event-loop turns. */
function encodeIn(
  { encode, profile, pause, bytes }: HttpRequest,
  outcome: Outcome,
  options: EncodeOptions,
): Reply | Promise<Reply> {
  const encodeWith = (more: Pick<EncodeOptions, 'yaml' | 'binary' | 'long'>) =>
    atOnceOrInTurns(() => encode(outcome, { ...options, ...more }), pause)
  if (options.format.media === 'yaml')
    return later(loaded(yaml, pause), () => encodeWith({ yaml: yaml.needed().encodeYaml }))
  if (options.format.media === 'protobuf')
    return later(loaded(protobuf, pause), () => encodeWith({ binary: protobuf.needed().binaryEncoderOf(profile) }))
  if (isLong(outcome, bytes?.length)) {
    // Ending the journal entry has measured an object in this turn.
    const waiting = loaded(longJson, pause) ?? (outcome.type === 'object' ? pause() : undefined)
    return later(waiting, () => encodeWith({ long: longJson.needed().longJson }))
  }
  // A short object is encoded at once.
  return outcome.type === 'object' || outcome.type === 'status' ? encode(outcome, options) : encodeWith({})
}

const LONG_MESSAGE = 64 * 1024
const LONG_REQUEST = 256 * 1024

/** Tells whether to encode an outcome piece by piece; `sent` is the length of the request's body. */
function isLong(outcome: Outcome, sent = 0): boolean {
  if (outcome.type === 'status') return (outcome.status.message?.length ?? 0) > LONG_MESSAGE
  if (outcome.type === 'object') return sent > LONG_REQUEST || isNotedLarge(outcome.object)
  return outcome.type === 'document' && isObject(outcome.body)
}

const BY_HAND = /^(curl|Wget|Mozilla\/5\.0)/

function wantsPretty(given: string | undefined, userAgent: string | null): boolean {
  return !given ? userAgent !== null && BY_HAND.test(userAgent) : /^(1|t|T|true|TRUE|True)$/.test(given)
}

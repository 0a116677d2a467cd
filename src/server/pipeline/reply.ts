import { type Outcome, outcomeOf } from '../../model/call/outcome.js'
import { type LateLibrary, createLateLibrary } from '../../base/turns/late-library.js'
import { isObject } from '../../base/json/json.js'
import { type Steps, waitFor } from '../../base/turns/steps.js'
import { atOnceOrInTurns } from '../../base/turns/work-in-parts.js'
import { formatHttpDate } from '../../base/time/time.js'
import { isRead } from '../../model/registry/verb.js'
import { StatusError } from '../../base/errors/status.js'
import { type ReplyFormat, errorFormat, isOfRouter, isPlain } from '../wire/accept.js'
import type { EncodeOptions } from '../wire/encode.js'
import type { Reply } from '../wire/reply.js'
import type { HttpRequest } from './request.js'
import { isNotedLarge } from '../../rest/write/turns.js'
import { type Sent, LONGEST_BODY } from '../journal/note.js'
import { whenOver } from '../../rest/watch/watch-stream.js'
import type { Routed } from '../../model/call/routed.js'
import type { Manner, Series } from '../metrics/request-counters.js'

/** Encodes an outcome as a reply in the requested format, and ends the journal entry of the request. */
export function* reply(request: HttpRequest, made: Outcome, format: ReplyFormat): Steps<Reply> {
  const { warning } = request
  const warned = warning === undefined ? made : { ...made, warnings: [warning, ...(made.warnings ?? [])] }
  const outcome = request.audit ? request.audit.respond(warned) : warned
  const { raw, query, userAgent, auditId, recorder, note, now, pause } = request
  recorder.end(note, outcome)
  const { call } = note
  if (call === undefined) note.sent = sentOf(request)
  const pretty = wantsPretty(query.get('pretty'), userAgent)
  // The journal has just read the clock.
  const date = formatHttpDate(note.ended ?? now())
  const options = { format, auditId, date, pretty, written: call !== undefined && !isRead(call.target.verb) }
  // HEAD has no handler of its own: it is refused like any other method, without a body.
  const isToTransform = !isPlain(format) && !isFailure(outcome)
  if (outcome.type === 'object' && !isToTransform && !isLong(outcome, request.bytes?.length))
    return measured(request, request.encode(outcome, options))
  let shown: { readonly outcome: Outcome } = { outcome }
  if (isToTransform) {
    yield* loaded(transforms, pause)
    const includeObject = query.get('includeObject')
    const transform = () => transforms.needed().transform(outcome, format, { includeObject, now })
    shown = yield* waitFor(atOnceOrInTurns(transform, pause))
  }
  const asked = isFailure(shown.outcome) ? errorFormat(raw.headers.get('accept')) : format
  return measured(request, yield* encodeInTurns(request, shown.outcome, { ...options, ...shown, format: asked }))
}

/** Makes the reply to a request that failed; `deprecation` is the warning of its kind, if any. */
export function* replyFailure(request: HttpRequest, error: unknown, deprecation?: string): Steps<Reply> {
  const { recorder, note, raw } = request
  if (error instanceof StatusError) {
    const warnings = deprecation === undefined || isOfRouter(error) ? [] : [deprecation]
    return yield* reply(request, { ...outcomeOf(error), warnings }, errorFormat(raw.headers.get('accept')))
  }
  recorder.fault(note, error)
  request.audit?.panic(error)
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
const loaded = (code: LateLibrary<unknown>, pause: HttpRequest['pause']): Steps<void> =>
  waitFor(code.load()?.then(pause))

/** Encodes an outcome; a long one over several event-loop turns. */
function* encodeInTurns(
  { encode, profile, pause, bytes }: HttpRequest,
  outcome: Outcome,
  options: EncodeOptions,
): Steps<Reply> {
  const encodeWith = (more: Pick<EncodeOptions, 'yaml' | 'binary' | 'long'>) =>
    waitFor(atOnceOrInTurns(() => encode(outcome, { ...options, ...more }), pause))
  if (options.format.media === 'yaml') {
    yield* loaded(yaml, pause)
    return yield* encodeWith({ yaml: yaml.needed().encodeYaml })
  }
  if (options.format.media === 'protobuf') {
    yield* loaded(protobuf, pause)
    return yield* encodeWith({ binary: protobuf.needed().binaryEncoderOf(profile) })
  }
  if (!isLong(outcome, bytes?.length)) return yield* encodeWith({})
  const loading = longJson.load()
  if (loading) yield loading
  // Ending the journal entry has measured an object in this turn.
  if (loading || outcome.type === 'object') yield
  return yield* encodeWith({ long: longJson.needed().longJson })
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

/**
 * Returns the metric series of a request: as on a real server, requests for objects and for health are counted, once
 * they are authenticated.
 */
export function seriesOf({ raw, query, counters }: HttpRequest, routed: Routed): Series | undefined {
  if (routed.type === 'service') return HEALTH.test(routed.path) ? counters.ofPath(routed.path, '') : undefined
  if (routed.type !== 'resource') return undefined
  const { target } = routed
  const isApply = target.verb === 'patch' && raw.headers.get('content-type') === 'application/apply-patch+yaml'
  const given = query.all('dryRun')
  const dryRun = given.length === 0 || isRead(target.verb) ? '' : dryRunOf(given)
  return counters.of(target, isApply || dryRun !== '' ? { isApply, dryRun } : undefined)
}

const HEALTH = /^\/(?:healthz|livez|readyz)$/

const dryRunOf = (given: readonly string[]): Manner['dryRun'] =>
  given.every((value) => value === 'All') ? 'All' : 'invalid'

/** Counts a request when its reply is made; one that opens a watch is counted when that ends. */
export function measured(request: HttpRequest, reply: Reply): Reply {
  leave(request)
  const { series } = request
  if (series === undefined) return reply
  if (reply.body.type === 'watch') return measuredWatch(request, series, reply, reply.body)
  const { note } = request
  // The journal has just read the clock.
  if (reply.body.type !== 'cut') request.counters.count(series, reply.status, (note.ended ?? request.now()) - note.time)
  return reply
}

function measuredWatch(
  { counters, note, now }: HttpRequest,
  series: Series,
  reply: Reply,
  body: Extract<Reply['body'], { type: 'watch' }>,
): Reply {
  series.open++
  const stream = whenOver(body.stream, () => {
    series.open--
    counters.count(series, reply.status, now() - note.time)
  })
  return { ...reply, body: { ...body, stream } }
}

/** Marks a request as no longer in progress. */
function leave(request: HttpRequest): void {
  if (!request.isUnderWay) return
  request.isUnderWay = false
  request.counters.end(request.method)
}

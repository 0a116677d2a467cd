import { StatusError, unauthorized } from './base/status.js'
import { answerAggregated, answerDiscovery, answerService, malformed, nowhere } from './discovery/answer.js'
import type { Answer } from './discovery/conditional.js'
import { answerOpenApi } from './discovery/openapi/answer.js'
import { type Phases, isOutcome } from './hooks/phases.js'
import type { Note, Recorder } from './journal/recorder.js'
import type { By } from './journal/types.js'
import { isRead } from './registry/verb.js'
import type { Registry } from './registry/registry.js'
import type { RestContext } from './rest/context.js'
import { underFaults } from './rest/faults.js'
import type { Call, User } from './api/call.js'
import { type Outcome, outcomeOf } from './api/outcome.js'
import { verbs } from './rest/verbs.js'
import { type View, errorView, handlerView, isPlain, negotiate, passRouter } from './wire/accept.js'
import { aggregatedVersion } from './wire/accept-discovery.js'
import { openApiMedia } from './wire/accept-openapi.js'
import { readBounded } from './wire/bounded.js'
import { type CallSource, type Caller, patchTypeOf, readBodyCall, readCall } from './wire/call.js'
import { encode } from './wire/encode.js'
import { type Query, parseBoolean, parseQuery } from './wire/query.js'
import type { Asked, Handle } from './wire/handle.js'
import type { Reply } from './wire/reply.js'
import { createRouter } from './wire/route.js'
import type { Route } from './api/routed.js'
import { shape } from './wire/shape.js'
import { TIMED_OUT, readTimeout } from './wire/timeout.js'

/** What the pipeline works with. */
export type PipelineContext = RestContext & {
  readonly phases: Phases
  /** Writes the journal. */
  readonly recorder: Recorder
  /** Requests without this bearer token are refused with 401; undefined lets everybody in. */
  readonly token: string | undefined
  /** Called after each request's own work, when what it changed may be reacted to. */
  readonly committed: () => void
}

/** The way of a request, in the order of its steps. */
export type Pipeline = {
  /** Answers an HTTP request. */
  readonly handle: Handle
  /** Does what a decoded call asks, hooks included; failures throw as StatusError. */
  readonly perform: (call: Call) => Outcome | Promise<Outcome>
  /** Does what a call asks past the hooks about requests and replies: how controllers write. The journal has what they write, not what they read. */
  readonly execute: (call: Call, by?: By) => Outcome
}

/** Puts the steps together: route, decode, before, verb, after, encode. */
export function createPipeline(context: PipelineContext): Pipeline {
  const perform = (call: Call) => performCall(context, call)
  const tools = { ...context, route: createRouter(context.registry) }
  return { handle: (request) => handle(tools, request), perform, execute: (call, by) => executeBy(context, call, by) }
}

/** The user every request without credentials of its own is. */
export const ADMIN: User = { name: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] }

/** Does what a call asks and notes it: for an HTTP request in its own note, which ends with the reply. */
function performCall(context: PipelineContext, call: Call, request?: Note): Outcome | Promise<Outcome> {
  const { phases, recorder } = context
  if (request) request.call = call
  const note = request ?? recorder.call(call)
  const act = (result: Call | Outcome): Outcome | Promise<Outcome> => {
    if (isOutcome(result)) return result
    const waiting = result.body && result.target.def.ready?.(result.body.value)
    return waiting ? waiting.then(() => work(result)) : work(result)
  }
  const work = (result: Call): Outcome | Promise<Outcome> => {
    if (result !== call) note.done = result
    const outcome = recorder.during(note, () => execute(context, result))
    context.committed()
    return phases.after(result, withDeprecation(result, outcome))
  }
  if (request) return later(phases.before(call), act)
  const end = (outcome: Outcome): Outcome => {
    recorder.end(note, outcome)
    return outcome
  }
  const fail = (error: unknown): never => {
    recorder.fault(note, error)
    throw error
  }
  try {
    const outcome = later(phases.before(call), act)
    return outcome instanceof Promise ? outcome.then(end, fail) : end(outcome)
  } catch (error) {
    return fail(error)
  }
}

/** Does a call that is given up after so many milliseconds: what a hook holds back until then is not done any more. */
function performWithin(context: PipelineContext, ms: number, call: Call, request: Note): Outcome | Promise<Outcome> {
  let isOver = false
  const phases: Phases = {
    ...context.phases,
    before: (given) => later(context.phases.before(given), (result) => (isOver ? TIMED_OUT : result)),
  }
  const outcome = performCall({ ...context, phases }, call, request)
  if (!(outcome instanceof Promise)) return outcome
  return new Promise((resolve, reject) => {
    const cancel = context.env.setTimer(() => {
      isOver = true
      resolve(TIMED_OUT)
    }, ms)
    outcome.then(resolve, reject).finally(cancel)
  })
}

const later = <T, R>(value: T | Promise<T>, go: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(go) : go(value)

function executeBy(context: PipelineContext, call: Call, by: By | undefined): Outcome {
  const { recorder } = context
  if (!by || isRead(call.target.verb)) return execute(context, call)
  const note = recorder.call(call, by)
  const outcome = recorder.during(note, () => execute(context, call))
  recorder.end(note, outcome)
  return outcome
}

function execute(context: PipelineContext, call: Call): Outcome {
  try {
    return verbs[call.target.verb](call.faults ? underFaults(context, call, call.faults) : context, call)
  } catch (error) {
    if (error instanceof StatusError) return outcomeOf(error)
    throw error
  }
}

function withDeprecation({ target: { def } }: Call, outcome: Outcome): Outcome {
  return def.discovery.deprecation === undefined
    ? outcome
    : { ...outcome, warnings: [def.discovery.deprecation, ...(outcome.warnings ?? [])] }
}

type Request_ = {
  readonly raw: Asked
  readonly method: string
  readonly path: string
  readonly host: string
  readonly query: Query
  readonly userAgent: string | null
  readonly auditId: string
  readonly now: () => number
  readonly note: Note
  readonly recorder: Recorder
}

type Tools = PipelineContext & { readonly route: ReturnType<typeof createRouter> }

function handle(tools: Tools, raw: Asked): Reply | Promise<Reply> {
  const request = readRequest(tools, raw)
  const fail = (error: unknown): Reply => {
    if (!(error instanceof StatusError)) {
      request.recorder.fault(request.note, error)
      throw error
    }
    return reply(request, outcomeOf(error), errorView(raw.headers.get('accept')))
  }
  try {
    const answered = answer(tools, request)
    return answered instanceof Promise ? answered.catch(fail) : answered
  } catch (error) {
    return fail(error)
  }
}

function readRequest({ env, recorder }: PipelineContext, raw: Asked): Request_ {
  const { url } = raw
  const from = url.indexOf('/', url.indexOf('://') + 3)
  const mark = url.indexOf('?', from)
  const end = url.indexOf('#', from)
  const stop = end < 0 ? url.length : end
  const path = from < 0 ? '/' : url.slice(from, mark < 0 ? stop : mark)
  const host = url.slice(url.indexOf('://') + 3, from < 0 ? url.length : from)
  // Looking a header up costs: each is asked for once, and only where it counts.
  const { headers, method } = raw
  const userAgent = headers.get('user-agent')
  return {
    raw,
    method,
    path,
    host,
    query: parseQuery(mark < 0 ? '' : url.slice(mark + 1, stop)),
    userAgent,
    auditId: headers.get('audit-id') ?? env.requestId(),
    now: env.now,
    note: recorder.request({ method, url, userAgent: userAgent ?? '' }),
    recorder,
  }
}

function answer(tools: Tools, request: Request_): Reply | Promise<Reply> {
  const { registry, featureGates, token, route } = tools
  const { raw, method, query, note } = request
  const { headers } = raw
  const routed: Route = route(method, request.path, parseBoolean(query.get('watch')) ?? false)
  const timeout = routed.type === 'resource' && routed.target.verb === 'watch' ? undefined : readTimeout(query)
  if (token !== undefined) authenticate(token, headers.get('authorization'), routed)
  note.user = ADMIN
  const plain: View = { media: 'json' }
  switch (routed.type) {
    case 'nowhere':
      return reply(request, documentOf(nowhere), plain)
    case 'malformed':
      return reply(request, documentOf(malformed), plain)
    case 'service':
      return reply(request, documentOf(serve(routed.path, registry, request)), plain)
    case 'discovery':
      return discover(routed, registry, request)
  }
  const { target } = routed
  const accept = headers.get('accept')
  const caller: Caller = { query, user: ADMIN, userAgent: request.userAgent ?? '' }
  const act = (call: Call, view: View) => {
    const outcome = timeout === undefined ? performCall(tools, call, note) : performWithin(tools, timeout, call, note)
    return later(outcome, (outcome) => reply(request, outcome, view))
  }
  if (target.verb === 'list' || target.verb === 'watch') {
    // Its handler looks at the options first.
    passRouter(accept, 'collection')
    const call = readCall(target, caller, featureGates)
    return act(call, handlerView(accept, 'collection'))
  }
  const contentType = headers.get('content-type')
  // A patch of no type is refused before anything else.
  const view =
    target.verb === 'patch' && !patchTypeOf(target, contentType)
      ? plain
      : negotiate(accept, target.def.subresources[target.subresource]!.tables === false ? 'item' : 'object')
  if (target.verb === 'get') return act(readCall(target, caller, featureGates), view)
  const source: CallSource = {
    contentType,
    contentLength: headers.get('content-length'),
    bytes: () => readBytes(raw),
    profile: registry.profile,
    ...caller,
  }
  return readBodyCall(target, source, featureGates).then((call) => act(call, view))
}

/** Reads a body. Of one that states no length no more is read than counts. */
function readBytes(raw: Asked): Promise<Uint8Array> {
  if (raw.headers.get('transfer-encoding') !== null) return readBounded(raw.body)
  return 'readBody' in raw ? raw.readBody() : raw.arrayBuffer().then((buffer) => new Uint8Array(buffer))
}

function serve(path: string, registry: Registry, { raw, method, host, query, now }: Request_): Answer {
  if (!path.startsWith('/openapi/')) {
    const varying = { method, host, verbose: query.get('verbose') !== undefined, excluded: query.all('exclude') }
    return answerService(path, varying, registry)
  }
  const media = openApiMedia(raw.headers.get('accept'))
  return answerOpenApi(
    { path, hash: query.get('hash'), media, ifNoneMatch: raw.headers.get('if-none-match'), now: now() },
    registry,
  )
}

function discover(
  { document, group, version }: Extract<Route, { type: 'discovery' }>,
  registry: Registry,
  request: Request_,
): Reply {
  const accept = request.raw.headers.get('accept')
  if (document === 'core' || document === 'groups') {
    const aggregated = aggregatedVersion(accept)
    if (aggregated)
      return reply(
        request,
        documentOf(answerAggregated(document, aggregated, registry, request.raw.headers.get('if-none-match'))),
        { media: 'json' },
      )
  }
  return reply(
    request,
    documentOf(answerDiscovery(document, group, version, registry, request.host)),
    negotiate(accept, 'document'),
  )
}

const documentOf = (answer: Answer): Outcome => ({ type: 'document', ...answer })

const OPEN_PATHS = /^\/(version|healthz|livez|readyz)(\/|$)/

function authenticate(token: string, header: string | null, routed: Route): void {
  if (routed.type === 'service' && OPEN_PATHS.test(routed.path)) return
  if (header !== `Bearer ${token}`) throw unauthorized()
}

function reply(request: Request_, outcome: Outcome, view: View): Reply {
  const { query, userAgent, auditId } = request
  request.recorder.end(request.note, outcome)
  const { call } = request.note
  const options = {
    view,
    auditId,
    pretty: wantsPretty(query.get('pretty'), userAgent),
    written: call !== undefined && !isRead(call.target.verb),
  }
  // HEAD has no handler of its own: it is refused like any other method, without a body.
  if (isPlain(view)) return encode(outcome, options)
  const shaped = shape(outcome, view, { includeObject: query.get('includeObject'), now: request.now })
  const failed = shaped.outcome.type === 'status' && shaped.outcome.status.status === 'Failure'
  return encode(shaped.outcome, {
    ...options,
    ...shaped,
    view: failed ? errorView(request.raw.headers.get('accept')) : view,
  })
}

const BY_HAND = /^(curl|Wget|Mozilla\/5\.0)/

function wantsPretty(given: string | undefined, userAgent: string | null): boolean {
  return !given ? userAgent !== null && BY_HAND.test(userAgent) : /^(1|t|T|true|TRUE|True)$/.test(given)
}

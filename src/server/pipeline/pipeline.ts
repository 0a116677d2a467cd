import type { Call, User } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { Routed } from '../../model/call/routed.js'
import { StatusError } from '../../base/errors/status.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import { type Steps, finishSoon, waitFor } from '../../base/turns/steps.js'
import { ignoredToken } from '../accounts/bearer.js'
import type { By } from '../journal/types.js'
import type { Handle } from '../wire/handle.js'
import type { Reply } from '../wire/reply.js'
import { type Acting, authenticate, authorize, impersonated, impersonates } from './access.js'
import type { PipelineContext } from './context.js'
import { decode } from './decode.js'
import { answerHooked } from './hooked-document.js'
import { seriesOf, reply, replyFailure } from './reply.js'
import { executeAtOnce, executeInSteps, performCall, performWithin } from './perform.js'
import { type HttpRequest, readRequest } from './request.js'
import { type Tools, createRouter, limitOf, routeOf } from './routing.js'

/** The entry points of a cluster. */
export type Pipeline = {
  /** Answers an HTTP request. */
  readonly handle: Handle
  /** Processes a decoded call, including hooks; failures throw as StatusError. */
  readonly perform: (call: Call) => Outcome | Promise<Outcome>
  /** The same with a timeout in milliseconds. */
  readonly performIn: (ms: number | undefined, call: Call) => Outcome | Promise<Outcome>
  /** Executes a call without the hooks for requests and replies, at once. */
  readonly execute: (call: Call) => Outcome
  /** The same in steps, as a long write, or one that waits, needs them: how controllers write. */
  readonly executeInSteps: (call: Call, isLong: boolean, by?: By) => Steps<Outcome>
}

/** Makes the entry points of a cluster. */
export function createPipeline(context: PipelineContext): Pipeline {
  const tools = { route: createRouter(context), ...context }
  return {
    handle(raw) {
      const request = readRequest(context, raw)
      return finishSoon(answer(tools, request), request.pause)
    },
    perform: (call) => performCall(context, call),
    performIn: (ms, call) => performCall(context, call, ms),
    execute: (call) => executeAtOnce(context, call),
    executeInSteps: (call, isLong, by) => executeInSteps(context, call, isLong, by),
  }
}

/** Processes a request: route, authenticate, authorize, decode, hooks before, the verb, hooks after, encode. */
function* answer(tools: Tools, request: HttpRequest): Steps<Reply> {
  // What a failure warns of besides.
  let deprecation: string | undefined
  try {
    const opening = tools.opening()
    if (opening) yield opening
    const routed = routeOf(tools, request)
    const limit = limitOf(routed, request)
    const authorization = request.raw.headers.get('authorization')
    if (authorization !== null) request.warning = ignoredToken(authorization)
    if (tools.audit) request.audit = tools.audit.needed().open(request)
    const known = authenticate(tools, request.raw, authorization, routed)
    const sender = known instanceof Promise ? yield* waitFor(known) : known
    const rules = tools.access?.load()
    if (rules) yield rules
    request.audit?.authenticated(sender)
    const acting: Acting = impersonates(tools, request)
      ? yield* impersonated(tools, request, sender)
      : { type: 'user', user: sender }
    if (acting.type === 'refused') return yield* reply(request, acting.outcome, { media: 'json' })
    const { user } = acting
    if (user !== sender) request.audit?.impersonating(user, acting.constraint)
    authorize(tools, request, user, routed)
    if (routed instanceof StatusError) throw routed
    if (routed.type === 'refused') {
      deprecation = routed.def.discovery.deprecation
      throw routed.error
    }
    request.series = seriesOf(request, routed)
    if (routed.type !== 'resource') return yield* answerOther(tools, request, user, routed)
    deprecation = routed.target.def.discovery.deprecation
    const { call, format } = yield* decode(tools, request, user, routed.target)
    return yield* reply(request, yield* performWithin(tools, limit, call, request), format)
  } catch (error) {
    return yield* replyFailure(request, error, deprecation)
  }
}

// Loaded on demand: only logs, sessions and proxies need it.
const connect = createLateLibrary(() => import('./hooked-connect.js'))

/** Answers a request that is not for objects. */
function* answerOther(
  tools: Tools,
  request: HttpRequest,
  user: User,
  routed: Exclude<Routed, { type: 'resource' | 'refused' }>,
): Steps<Reply> {
  if (routed.type === 'connect') {
    yield* waitFor(connect.load())
    return yield* connect.needed().answerConnect(tools, request, user, routed)
  }
  const { outcome, format } = yield* answerHooked(tools, request, user, routed)
  return yield* reply(request, outcome, format)
}

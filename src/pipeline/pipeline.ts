import type { Call, User } from '../api/call.js'
import { type Outcome, outcomeOf } from '../api/outcome.js'
import type { Routed } from '../api/routed.js'
import { StatusError } from '../base/status.js'
import type { By } from '../journal/types.js'
import { errorFormat, isOfRouter } from '../wire/accept.js'
import type { Handle } from '../wire/handle.js'
import { parseBoolean } from '../wire/query.js'
import type { Reply } from '../wire/reply.js'
import { createRouter } from '../wire/route.js'
import { readTimeout } from '../wire/timeout.js'
import { authenticate } from './authenticate.js'
import type { PipelineContext } from './context.js'
import { decode } from './decode.js'
import { answerHooked } from './hooked-document.js'
import { createLateLibrary } from '../base/late-library.js'
import { later, orElse } from '../base/later.js'
import { leave, seriesOf } from './measure.js'
import { executeBy, performCall, performWithin } from './perform.js'
import { reply } from './reply.js'
import { readRegistered, routeRegistered } from './registered.js'
import { type HttpRequest, readRequest } from './request.js'

/** The ways into a cluster. */
export type Pipeline = {
  /** Answers an HTTP request. */
  readonly handle: Handle
  /** Does what a decoded call asks, hooks included; failures throw as StatusError. */
  readonly perform: (call: Call) => Outcome | Promise<Outcome>
  /** The same for a call that is given up after so many milliseconds. */
  readonly performIn: (ms: number | undefined, call: Call) => Outcome | Promise<Outcome>
  /** Does what a call asks past the hooks about requests and replies: how controllers write. */
  readonly execute: (call: Call, by?: By) => Outcome
}

/** Puts the steps of a request together. */
export function createPipeline(context: PipelineContext): Pipeline {
  const tools = { route: createRouter(context.registry), ...context }
  return {
    handle: (raw) => {
      const request = readRequest(context, raw)
      return orElse(
        () => {
          const waiting = context.opening()
          return waiting ? waiting.then(() => answer(tools, request)) : answer(tools, request)
        },
        (error) => replyFailure(request, error),
      )
    },
    perform: (call) => performCall(context, call),
    performIn: (ms, call) => performCall(context, call, ms),
    execute: (call, by) => executeBy(context, call, by),
  }
}

// Only those who ask for logs or sessions of pods need what answers them.
const connect = createLateLibrary(() => import('./connect.js'))

type Tools = PipelineContext & { readonly route: ReturnType<typeof createRouter> }

/** The seven steps: route, authenticate, decode, hooks before, the verb, hooks after, encode. */
function answer(tools: Tools, request: HttpRequest): Reply | Promise<Reply> {
  const { query } = request
  const routed = routeOf(tools, request)
  const timeout = routed instanceof StatusError || isWatch(routed) ? undefined : readTimeout(query)
  const asking = authenticate(tools, request.raw.headers.get('authorization'), routed)
  return later(asking, (user) => answerTo(tools, request, user, routed, timeout))
}

/** The steps after it is known who asks. */
function answerTo(
  tools: Tools,
  request: HttpRequest,
  user: User,
  routed: Routed | StatusError,
  timeout: number | undefined,
): Reply | Promise<Reply> {
  const { note } = request
  note.user = user
  if (routed instanceof StatusError) throw routed
  request.series = seriesOf(request, routed)
  if (routed.type === 'connect')
    return later(connect.load(), () => connect.needed().answerConnect(tools, request, routed))
  if (routed.type !== 'resource')
    return later(answerHooked(tools, request, user, routed), ({ outcome, format }) => reply(request, outcome, format))
  return orElse(
    () => {
      const { call, format } = decode(tools, request, user, routed.target)
      return later(call, (made) =>
        later(performWithin(tools, timeout, made, note), (outcome) => reply(request, outcome, format)),
      )
    },
    (error) => replyFailure(request, error, routed.target.def.discovery.deprecation),
  )
}

/** What a request addresses, or why that is nothing, which strangers are not told. */
function routeOf(tools: Tools, { method, path, query }: HttpRequest): Routed | StatusError {
  try {
    const watching = parseBoolean(query.get('watch')) ?? false
    return routeRegistered(path, readRegistered(tools)) ?? tools.route(method, path, watching)
  } catch (error) {
    if (error instanceof StatusError) return error
    throw error
  }
}

const isWatch = (routed: Routed) => routed.type === 'resource' && routed.target.verb === 'watch'

/** What becomes of a request that failed; `deprecation` is what every reply about its kind says. */
function replyFailure(request: HttpRequest, error: unknown, deprecation?: string): Reply | Promise<Reply> {
  const { recorder, note, raw } = request
  if (error instanceof StatusError) {
    const warnings = deprecation === undefined || isOfRouter(error) ? [] : [deprecation]
    return reply(request, { ...outcomeOf(error), warnings }, errorFormat(raw.headers.get('accept')))
  }
  recorder.fault(note, error)
  leave(request)
  throw error
}

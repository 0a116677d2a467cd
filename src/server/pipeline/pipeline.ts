import type { User } from '../../model/call/call.js'
import type { Routed } from '../../model/call/routed.js'
import type { Target } from '../../model/call/target.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import { later, orElse } from '../../base/turns/later.js'
import { StatusError } from '../../base/errors/status.js'
import type { Reply } from '../wire/reply.js'
import { ignoredToken } from '../accounts/bearer.js'
import { acting, authenticate, authorize } from './access.js'
import { decode } from './decode.js'
import { answerHooked } from './hooked-document.js'
import { seriesOf } from './measure.js'
import { performWithin } from './perform.js'
import { reply, replyFailure } from './reply.js'
import type { HttpRequest } from './request.js'
import { type Tools, limitOf, routeOf } from './routing.js'

/** Processes a request: route, authenticate, authorize, decode, hooks before, the verb, hooks after, encode. */
export function answer(tools: Tools, request: HttpRequest): Reply | Promise<Reply> {
  const routed = routeOf(tools, request)
  const limit = limitOf(routed, request)
  const authorization = request.raw.headers.get('authorization')
  request.warning = ignoredToken(authorization)
  const asking = authenticate(tools, request.raw, authorization, routed)
  return later(asking, (user) =>
    later(tools.access?.load(), () =>
      acting(tools, request, user, (as) => {
        authorize(tools, request, as, routed)
        return answerTo(tools, request, as, routed, limit)
      }),
    ),
  )
}

// Loaded on demand: only logs, sessions and proxies need it.
const connect = createLateLibrary(() => import('./hooked-connect.js'))

/** The steps after authorization. */
function answerTo(
  tools: Tools,
  request: HttpRequest,
  user: User,
  routed: Routed | StatusError,
  limit: number | undefined,
): Reply | Promise<Reply> {
  if (routed instanceof StatusError) throw routed
  if (routed.type === 'refused') return replyFailure(request, routed.error, routed.def.discovery.deprecation)
  request.series = seriesOf(request, routed)
  if (routed.type === 'resource') return answerCall(tools, request, user, routed.target, limit)
  if (routed.type === 'connect')
    return later(connect.load(), () => connect.needed().answerConnect(tools, request, user, routed))
  return later(answerHooked(tools, request, user, routed), ({ outcome, format }) => reply(request, outcome, format))
}

/** The steps of a request for objects: decode, hooks and the verb (with a timeout in milliseconds), encode. */
function answerCall(
  tools: Tools,
  request: HttpRequest,
  user: User,
  target: Target,
  limit: number | undefined,
): Reply | Promise<Reply> {
  return orElse(
    () => {
      const { call, format } = decode(tools, request, user, target)
      return later(call, (made) =>
        later(performWithin(tools, limit, made, request.note), (outcome) => reply(request, outcome, format)),
      )
    },
    (error) => replyFailure(request, error, target.def.discovery.deprecation),
  )
}

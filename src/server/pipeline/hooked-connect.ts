import type { Call, User, RequestVerb } from '../../model/call/call.js'
import { type Outcome, outcomeOf } from '../../model/call/outcome.js'
import { mustHave } from '../../base/must-have.js'
import { type Steps, waitFor } from '../../base/turns/steps.js'
import { noOptions } from '../../model/call/options.js'
import { StatusError } from '../../base/errors/status.js'
import { admitConnection, isConnectionAsked, mustBeAllowedToCreate } from '../../rest/connect/admit-connection.js'
import { type Given, connectionKind, connectionOptions, givenBy } from '../../rest/connect/connection-options.js'
import { isOutcome } from '../hooks/phases.js'
import { errorFormat } from '../wire/accept.js'
import type { Reply } from '../wire/reply.js'
import { type Connect, behindProxy, hostOf, replyTo } from './connect.js'
import type { PipelineContext } from './context.js'
import { measured, reply } from './reply.js'
import type { HttpRequest } from './request.js'

/**
 * Answers a request that connects to a pod, a Service or a node: logs, exec, attach and proxy, with hooks before and
 * after.
 */
export function* answerConnect(
  context: PipelineContext,
  request: HttpRequest,
  user: User,
  routed: Connect,
): Steps<Reply> {
  const { phases } = context
  const call = callOf(context, request, user, routed)
  // Lets the journal find the request that a hook acted on.
  request.note.done = call
  const given = yield* waitFor(phases.before(call))
  if (isOutcome(given)) return yield* replyOther(request, given)
  const made = yield* admittedFor(context, request, call, routed)
  const outcome = yield* waitFor(phases.after(call, made.outcome))
  if (made.reply && outcome === made.outcome) return replyMade(request, made.reply)
  if (made.reply?.body.type === 'watch') made.reply.body.stream.close()
  return yield* replyOther(request, outcome)
}

/** Makes the reply to a connection that admission does not refuse. */
function* admittedFor(context: PipelineContext, request: HttpRequest, call: Call, routed: Connect): Steps<Made> {
  const kind = connectionKind(routed.resource, routed.part)
  const { part, namespace } = routed
  let given: Given = { all: request.query.all, path: part === 'proxy' ? behindProxy(request.path, namespace) : '' }
  let warnings: Outcome['warnings']
  if (kind && isConnectionAsked(context, call)) {
    const value = connectionOptions(kind.kind, part, given)
    const asked: Call = { ...call, target: { ...call.target, name: routed.name }, body: { value, duplicates: [] } }
    const outcome = yield* admitConnection(context, asked)
    if (outcome.type === 'status') return { outcome }
    if (outcome.type === 'object' && outcome.object !== value) given = givenBy(outcome.object)
    warnings = outcome.warnings
  }
  const warned = warnings && { warnings }
  try {
    mustBeAllowedToCreate(context, call)
    const made = yield* waitFor(replyTo(context, request, routed, given))
    return { outcome: outcomeOfReply(made), reply: { ...made, ...warned } }
  } catch (error) {
    if (error instanceof StatusError) return { outcome: { ...outcomeOf(error), ...warned } }
    throw error
  }
}

/** A reply, and the outcome that hooks see; for a failure, the reply is made later. */
type Made = { readonly outcome: Outcome; readonly reply?: Reply }

const outcomeOfReply = ({ status, body }: Reply): Outcome => ({
  type: 'document',
  code: status,
  body: body.type === 'text' ? body.text : '',
  contentType: 'text/plain',
})

function replyMade(request: HttpRequest, made: Reply): Reply {
  const outcome: Outcome = { type: 'document', code: made.status, body: '' }
  request.audit?.respond(outcome)
  request.recorder.end(request.note, outcome)
  return measured(request, made)
}

const replyOther = (request: HttpRequest, outcome: Outcome): Steps<Reply> =>
  reply(request, outcome, errorFormat(request.raw.headers.get('accept')))

const VERBS: { readonly [method in string]?: RequestVerb } = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** The call that hooks see for such a request. */
const callOf = (
  { registry }: PipelineContext,
  { method, userAgent }: HttpRequest,
  user: User,
  { resource, namespace, name, part }: Connect,
): Call => ({
  target: {
    verb: VERBS[method] ?? 'get',
    def: mustHave(registry.at('', 'v1', resource), resource),
    namespace,
    name: hostOf(name),
    subresource: 'main',
  },
  connect: part,
  options: noOptions,
  body: undefined,
  user,
  manager: '',
  userAgent: userAgent ?? '',
})

import type { Call, User } from '../../model/call/call.js'
import { outcomeOf } from '../../model/call/outcome.js'
import type { Routed } from '../../model/call/routed.js'
import { noOptions } from '../../model/call/options.js'
import { StatusError } from '../../base/errors/status.js'
import { isOutcome } from '../hooks/phases.js'
import { noKind } from '../../model/registry/define.js'
import { errorFormat } from '../wire/accept.js'
import type { PipelineContext } from './context.js'
import { type Document, answerDocument } from './document.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import { type Steps, waitFor } from '../../base/turns/steps.js'
import { readRegistered } from './routing.js'
import type { HttpRequest } from './request.js'

/** Answers requests about the API itself, with the hooks for their paths. */
export function* answerHooked(
  context: PipelineContext,
  request: HttpRequest,
  user: User,
  routed: Exclude<Routed, { type: 'resource' | 'connect' | 'refused' }>,
): Steps<Document> {
  const { phases } = context
  if (request.method !== 'GET' || !phases.onPaths()) return yield* documentOf(context, request, routed)
  const format = errorFormat(request.raw.headers.get('accept'))
  const call = callOf(request, user)
  // Lets the journal find the request that a hook acted on.
  request.note.done = call
  const given = yield* waitFor(phases.before(call))
  if (isOutcome(given)) return { outcome: given, format }
  let own: Document
  try {
    own = yield* documentOf(context, request, routed)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    own = { outcome: outcomeOf(error), format }
  }
  return { outcome: yield* waitFor(phases.after(call, own.outcome)), format: own.format }
}

const METRICS = ['/metrics', '/metrics/slis']

// Loaded on demand: only metrics need it.
const metrics = createLateLibrary(() => import('./metrics-document.js'))

function* documentOf(
  context: PipelineContext,
  request: HttpRequest,
  routed: Exclude<Routed, { type: 'resource' | 'connect' | 'refused' }>,
): Steps<Document> {
  if (routed.type !== 'service' || !METRICS.includes(routed.path))
    return yield* answerDocument(routed, context, readRegistered(context), request)
  yield* waitFor(metrics.load())
  return {
    outcome: { type: 'document', ...metrics.needed().metricsDocument(context, routed.path, request.method) },
    format: { media: 'json' },
  }
}

/** The call that hooks see for such a request. */
const callOf = ({ path, userAgent }: HttpRequest, user: User): Call => ({
  target: { verb: 'get', def: noKind, namespace: '', name: '', subresource: 'main' },
  options: noOptions,
  body: undefined,
  user,
  manager: '',
  userAgent: userAgent ?? '',
  path,
})

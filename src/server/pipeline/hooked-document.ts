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
import { later, orElse } from '../../base/turns/later.js'
import { readRegistered } from './registered.js'
import type { HttpRequest } from './request.js'

/** Answers requests about the API itself, with the hooks for their paths. */
export function answerHooked(
  context: PipelineContext,
  request: HttpRequest,
  user: User,
  routed: Exclude<Routed, { type: 'resource' | 'connect' | 'refused' }>,
): Document | Promise<Document> {
  const { phases } = context
  const document = () => documentOf(context, request, routed)
  if (request.method !== 'GET' || !phases.onPaths()) return document()
  const format = errorFormat(request.raw.headers.get('accept'))
  const refused = (error: unknown): Document => {
    if (error instanceof StatusError) return { outcome: outcomeOf(error), format }
    throw error
  }
  const answer = () => orElse(document, refused)
  const call = callOf(request, user)
  // Lets the journal find the request that a hook acted on.
  request.note.done = call
  return later(phases.before(call), (result) => {
    if (isOutcome(result)) return { outcome: result, format }
    return later(answer(), ({ outcome: own, format: wanted }) =>
      later(phases.after(call, own), (outcome) => ({ outcome, format: wanted })),
    )
  })
}

const METRICS = ['/metrics', '/metrics/slis']

// Loaded on demand: only metrics need it.
const metrics = createLateLibrary(() => import('./metrics-document.js'))

function documentOf(
  context: PipelineContext,
  request: HttpRequest,
  routed: Exclude<Routed, { type: 'resource' | 'connect' | 'refused' }>,
): Document | Promise<Document> {
  if (routed.type !== 'service' || !METRICS.includes(routed.path))
    return answerDocument(routed, context, readRegistered(context), request)
  return later(metrics.load(), () => ({
    outcome: { type: 'document', ...metrics.needed().metricsDocument(context, routed.path, request.method) },
    format: { media: 'json' },
  }))
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

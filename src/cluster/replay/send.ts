import type { Call } from '../../model/call/call.js'
import { finishSoon } from '../../base/turns/steps.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { WatchEvent } from '../../model/call/watch-event.js'
import { type Options, noOptions } from '../../model/call/options.js'
import type { BundleRequest } from '../bundle/types.js'
import { ADMIN } from '../../server/accounts/identities.js'
import type { SubresourceName } from '../../model/registry/subresource-name.js'
import { parseQuery, readTimeout } from '../../server/wire/query.js'
import type { Reply } from '../../server/wire/reply.js'
import type { Server } from '../server.js'

/** The answer to a request that was sent again: its outcome, or the reply to what is no request about objects. */
export type Answer =
  | {
      readonly outcome: Outcome
      /** The events of a watch, more of which follow. */ readonly events: readonly WatchEvent[]
    }
  | { readonly reply: Reply }

/**
 * Sends a recorded request again, and tells its answer. Returns a promise that resolves once it is answered, undefined
 * if it was at once.
 */
export function sendAgain(
  server: Server,
  request: BundleRequest,
  answered: (answer: Answer) => void,
): Promise<unknown> | undefined {
  const result = resultOf(server, request)
  const done = (ended: Outcome | Reply) => answered(answerOf(ended))
  if (result instanceof Promise) return result.then(done)
  done(result)
  return undefined
}

function answerOf(result: Outcome | Reply): Answer {
  if ('status' in result && 'headers' in result) return { reply: result }
  return { outcome: result, events: readOn(result) }
}

function resultOf(server: Server, request: BundleRequest): Outcome | Reply | Promise<Outcome | Reply> {
  const call = callOf(server, request)
  if (!call) return sendHttp(server, request)
  const { pipeline, context } = server
  if (request.via === 'controller')
    return finishSoon(pipeline.executeInSteps(call, false, request.by), context.env.turn)
  const query = parseQuery(request.path.split('?')[1] ?? '')
  const timeout = request.via === 'http' && request.verb !== 'watch' ? readTimeout(query) : undefined
  return pipeline.performIn(timeout, call)
}

function callOf({ context: { registry } }: Server, request: BundleRequest): Call | undefined {
  const { sent, verb, apiVersion, kind, namespace, name, subresource, manager, userAgent, body } = request
  const def = registry.of(apiVersion, kind)
  if (sent?.type !== 'call' || !verb || !def) return undefined
  const { options, patch, error, duplicates = [], user = ADMIN } = sent
  const hasBody = body !== undefined || patch !== undefined
  return {
    target: {
      ...{ verb, def, namespace },
      // A created object may have named itself by generateName; the recording has the generated name.
      name: verb === 'create' && subresource === '' ? '' : name,
      subresource: (subresource || 'main') as SubresourceName, // as recorded
    },
    options: { ...noOptions, ...(options as Partial<Options>) }, // as recorded
    body: hasBody
      ? { value: body, duplicates, ...(patch ? { patch } : {}), ...(error === undefined ? {} : { error }) }
      : undefined,
    ...{ user, manager, userAgent },
    client: request.via === 'client' ? 'test' : undefined,
  }
}

function sendHttp({ pipeline }: Server, { method, path, userAgent, sent }: BundleRequest): Reply | Promise<Reply> {
  const { accept, contentType, body } = sent?.type === 'http' ? sent : {}
  const headers = new Headers({
    'user-agent': userAgent,
    ...(accept === undefined ? {} : { accept }),
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
  })
  const bytes = new TextEncoder().encode(body ?? '')
  const url = `http://cluster.local${path}`
  return pipeline.handle({ method, url, headers, body: null, readBody: () => Promise.resolve(bytes) })
}

/** Reads a watch to its current end, as its client did, so that hooks see each event; returns the list of them. */
function readOn(outcome: Outcome): readonly WatchEvent[] {
  const events: WatchEvent[] = []
  if (outcome.type !== 'watch') return events
  const { stream } = outcome
  const readAll = () => {
    for (let event = stream.next(); event !== undefined; event = stream.next()) {
      if (event === 'end' || event === 'cut') return
      events.push(event.type === 'torn' ? event.event : event)
    }
  }
  // Deferred, to not run inside the write that caused the event.
  stream.onReady(() => void Promise.resolve().then(readAll))
  readAll()
  return events
}

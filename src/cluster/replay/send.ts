import type { Call } from '../../model/call/call.js'
import { finishSoon } from '../../base/turns/steps.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { WatchStream } from '../../model/call/watch-event.js'
import { type Options, noOptions } from '../../model/call/options.js'
import type { BundleRequest } from '../bundle/types.js'
import { ADMIN } from '../../server/accounts/identities.js'
import type { SubresourceName } from '../../model/registry/subresource-name.js'
import { parseQuery } from '../../server/wire/query.js'
import { readTimeout } from '../../server/wire/timeout.js'
import type { Server } from '../server.js'

/**
 * Sends a recorded request again. Returns a promise that resolves with the response, undefined if it was synchronous.
 */
export function sendAgain(server: Server, request: BundleRequest): Promise<unknown> | undefined {
  const call = callOf(server, request)
  if (!call) return sendHttp(server, request)
  const { pipeline, context } = server
  if (request.via === 'controller') {
    const end = finishSoon(pipeline.executeInSteps(call, false, request.by), context.env.turn)
    return end instanceof Promise ? end : undefined
  }
  const query = parseQuery(request.path.split('?')[1] ?? '')
  const timeout = request.via === 'http' && request.verb !== 'watch' ? readTimeout(query) : undefined
  const outcome = pipeline.performIn(timeout, call)
  if (outcome instanceof Promise) return outcome.then(readOn)
  readOn(outcome)
  return undefined
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

async function sendHttp({ pipeline }: Server, { method, path, userAgent, sent }: BundleRequest): Promise<void> {
  const { accept, contentType, body } = sent?.type === 'http' ? sent : {}
  const headers = new Headers({
    'user-agent': userAgent,
    ...(accept === undefined ? {} : { accept }),
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
  })
  const bytes = new TextEncoder().encode(body ?? '')
  const url = `http://cluster.local${path}`
  await pipeline.handle({ method, url, headers, body: null, readBody: () => Promise.resolve(bytes) })
}

/** Reads a watch to its current end, as its client did, so that hooks see each event. */
function readOn(outcome: Outcome): void {
  if (outcome.type !== 'watch') return
  const { stream } = outcome
  // Deferred, to not run inside the write that caused the event.
  stream.onReady(() => void Promise.resolve().then(() => readAll(stream)))
  readAll(stream)
}

function readAll(stream: WatchStream): void {
  for (let event = stream.next(); event !== undefined; event = stream.next())
    if (event === 'end' || event === 'cut') return
}

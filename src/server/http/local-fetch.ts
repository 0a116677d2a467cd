import type { Reply } from '../wire/reply.js'
import { toResponse } from '../wire/response.js'
import { asSent, pathIn, withPath } from './as-sent.js'
import type { Control } from './control.js'
import { isControl } from './foreign.js'

/** Accepts the arguments of the global `fetch`, and also paths. */
export type LocalFetch = (input: Request | string | URL, init?: RequestInit) => Promise<Response>

/**
 * Makes a fetch that calls a handler, or control, in process. Like the global one, it rejects as soon as its signal is
 * aborted.
 */
export function createLocalFetch(handle: (request: Request) => Reply | Promise<Reply>, control?: Control): LocalFetch {
  return async (input, init) => {
    const request = typeof input === 'string' && input.startsWith('/') ? requestAt(input, init) : asRequest(input, init)
    // Every Request has a signal, but reading it is slow; it is skipped if none was passed.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    signal?.throwIfAborted()
    if (control && isControl(request.url)) return control(request, {})
    const reply = handle(request)
    if (!(reply instanceof Promise)) return toResponse(reply, request)
    return toResponse(await (signal ? unlessAborted(reply, signal, request) : reply), request)
  }
}

const asRequest = (input: Request | string | URL, init: RequestInit | undefined): Request =>
  input instanceof Request && !init ? input : new Request(input, init)

/** Makes a request for a path, which is kept as it is given. */
function requestAt(target: string, init: RequestInit | undefined): Request {
  const request = new Request(`http://cluster.local${target}`, init)
  const url = withPath(request.url, pathIn(target))
  return url === request.url ? request : asSent(request, url)
}

// A Request follows the signal it was made with only as long as it is referenced, and the caller may hold nothing but
// the promise.
const waiting = new Set<Request>()

function unlessAborted(reply: Promise<Reply>, signal: AbortSignal, request: Request): Promise<Reply> {
  waiting.add(request)
  return new Promise<Reply>((resolve, reject) => {
    const abort = () => {
      reject(signal.reason)
      // Nobody would close the watch of a reply that comes too late.
      reply.then(
        ({ body }) => void (body.type === 'watch' && body.stream.close()),
        () => undefined,
      )
    }
    signal.addEventListener('abort', abort, { once: true })
    reply.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  }).finally(() => waiting.delete(request))
}

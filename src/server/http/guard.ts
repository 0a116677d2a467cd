import type { Asked, Handle } from '../wire/handle.js'
import type { Reply } from '../wire/reply.js'
import { toResponse } from '../wire/response.js'
import type { Fetch } from './app.js'
import { isControl } from './control.js'
import { type Allowed, isLoopbackOrigin, isNamed, refusalOf } from './foreign.js'

/**
 * Wraps a handler: refuses foreign requests with 403, answers CORS preflights of allowed origins, and passes on the
 * rest.
 */
export function guardHandle(handle: Handle, allowed: Allowed): Handle {
  return (asked) => {
    const met = meet(asked, allowed)
    if (met?.type === 'reply') return met.reply
    const reply = handle(asked)
    if (!met) return reply
    return reply instanceof Promise
      ? reply.then((given) => withHeaders(given, met.headers))
      : withHeaders(reply, met.headers)
  }
}

/** Like {@link guardHandle}, for a function that returns a Response. */
export function guardFetch(fetch: Fetch, allowed: Allowed): Fetch {
  return (request, bindings) => {
    const send = bindings.send ?? ((reply: Reply) => toResponse(reply, request))
    const met = meet(request, allowed)
    if (met?.type === 'reply') return send(met.reply)
    const headed = met && { send: (reply: Reply) => send(withHeaders(reply, met.headers)) }
    return fetch(request, { ...bindings, ...headed, guarded: true })
  }
}

type Headers = Reply['headers']
type Met = { readonly type: 'reply'; readonly reply: Reply } | { readonly type: 'page'; readonly headers: Headers }

/** Decides about the origin of a request; undefined if there is nothing to do. */
function meet(asked: Pick<Asked, 'method' | 'url' | 'headers'>, allowed: Allowed): Met | undefined {
  const refused = refusalOf(asked, allowed)
  if (refused) return { type: 'reply', reply: refused }
  const origin = asked.headers.get('origin')
  if (origin === null || isControl(asked.url)) return undefined
  const headers = corsHeaders(
    origin,
    isLoopbackOrigin(origin) ? [...allowed.origins, origin.toLowerCase()] : allowed.origins,
  )
  if (!headers) return undefined
  return asked.method === 'OPTIONS'
    ? { type: 'reply', reply: { status: 204, headers, warnings: [], body: { type: 'text', text: '' } } }
    : { type: 'page', headers }
}

/**
 * Returns the CORS headers for a page of another origin, as kube-apiserver sends them (pkg/server/filters/cors.go);
 * undefined if the origin is not allowed.
 */
function corsHeaders(origin: string, origins: readonly string[]): Headers | undefined {
  if (!isNamed(origin, origins)) return undefined
  // A server that allows every origin must not allow credentials.
  return origins.includes('*')
    ? { 'Access-Control-Allow-Origin': '*', ...ALLOWED }
    : { 'Access-Control-Allow-Origin': origin, ...ALLOWED, 'Access-Control-Allow-Credentials': 'true' }
}

const ALLOWED = {
  'Access-Control-Allow-Methods': 'POST, GET, OPTIONS, PUT, DELETE, PATCH',
  'Access-Control-Allow-Headers':
    'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since',
  'Access-Control-Expose-Headers': 'Date',
}

const withHeaders = (reply: Reply, headers: Headers): Reply => ({ ...reply, headers: { ...reply.headers, ...headers } })

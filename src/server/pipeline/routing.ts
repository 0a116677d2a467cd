import type { Routed } from '../../model/call/routed.js'
import { StatusError } from '../../base/errors/status.js'
import { parseBoolean } from '../../base/text/query-values.js'
import type { createRouter } from '../wire/route.js'
import { readTimeout } from '../wire/timeout.js'
import type { PipelineContext } from './context.js'
import { readRegistered, routeRegistered } from './registered.js'
import type { HttpRequest } from './request.js'

/** The context of the steps of a request. */
export type Tools = PipelineContext & { readonly route: ReturnType<typeof createRouter> }

/** Routes a request. A failure is returned instead of thrown, as it must not be revealed before authentication. */
export function routeOf(tools: Tools, { method, path, query }: HttpRequest): Routed | StatusError {
  try {
    const watching = parseBoolean(query.get('watch')) ?? false
    return routeRegistered(path, readRegistered(tools)) ?? tools.route(method, path, watching)
  } catch (error) {
    if (error instanceof StatusError) return error
    throw error
  }
}

/** Returns the timeout of a request in milliseconds, if it states one; watches use `timeout` for something else. */
export const limitOf = (routed: Routed | StatusError, { query }: HttpRequest): number | undefined =>
  isWatch(routed, query) ? undefined : readTimeout(query)

// An invalid timeout is reported before a missing path.
const isWatch = (routed: Routed | StatusError, query: HttpRequest['query']) =>
  routed instanceof StatusError || routed.type === 'refused'
    ? ['1', 'true'].includes(query.get('watch') ?? '')
    : routed.type === 'resource' && routed.target.verb === 'watch'

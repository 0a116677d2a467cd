import type { Routed } from '../api/routed.js'
import { StatusError } from '../base/status.js'
import { parseBoolean } from '../wire/query.js'
import type { createRouter } from '../wire/route.js'
import { readTimeout } from '../wire/timeout.js'
import type { PipelineContext } from './context.js'
import { readRegistered, routeRegistered } from './registered.js'
import type { HttpRequest } from './request.js'

/** What the steps of a request work with. */
export type Tools = PipelineContext & { readonly route: ReturnType<typeof createRouter> }

/** What a request addresses, or why that is nothing, which strangers are not told. */
export function routeOf(tools: Tools, { method, path, query }: HttpRequest): Routed | StatusError {
  try {
    const watching = parseBoolean(query.get('watch')) ?? false
    return routeRegistered(path, readRegistered(tools)) ?? tools.route(method, path, watching)
  } catch (error) {
    if (error instanceof StatusError) return error
    throw error
  }
}

/** After how many milliseconds a request is given up, where it says so; watches take their `timeout` otherwise. */
export const limitOf = (routed: Routed | StatusError, { query }: HttpRequest): number | undefined =>
  isWatch(routed, query) ? undefined : readTimeout(query)

// An invalid timeout is refused before a path that is not there.
const isWatch = (routed: Routed | StatusError, query: HttpRequest['query']) =>
  routed instanceof StatusError || routed.type === 'refused'
    ? ['1', 'true'].includes(query.get('watch') ?? '')
    : routed.type === 'resource' && routed.target.verb === 'watch'

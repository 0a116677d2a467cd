import { whenOver } from '../../rest/watch/watch-stream.js'
import type { Routed } from '../../model/call/routed.js'
import type { Manner, Series } from '../metrics/request-counters.js'
import { isRead } from '../../model/registry/verb.js'
import type { Reply } from '../wire/reply.js'
import type { HttpRequest } from './request.js'

/**
 * Returns the metric series of a request: as on a real server, requests for objects and for health are counted, once
 * they are authenticated.
 */
export function seriesOf({ raw, query, counters }: HttpRequest, routed: Routed): Series | undefined {
  if (routed.type === 'service') return HEALTH.test(routed.path) ? counters.ofPath(routed.path, '') : undefined
  if (routed.type !== 'resource') return undefined
  const { target } = routed
  const isApply = target.verb === 'patch' && raw.headers.get('content-type') === 'application/apply-patch+yaml'
  const dryRun = isRead(target.verb) ? '' : dryRunOf(query.all('dryRun'))
  return counters.of(target, isApply || dryRun !== '' ? { isApply, dryRun } : undefined)
}

const HEALTH = /^\/(?:healthz|livez|readyz)$/

const dryRunOf = (given: readonly string[]): Manner['dryRun'] =>
  given.length === 0 ? '' : given.every((value) => value === 'All') ? 'All' : 'invalid'

/** Counts a request when its reply is made; one that opens a watch is counted when that ends. */
export function measured(request: HttpRequest, reply: Reply): Reply {
  leave(request)
  const { series } = request
  if (series === undefined) return reply
  if (reply.body.type === 'watch') return measuredWatch(request, series, reply, reply.body)
  const { note } = request
  // The journal has just read the clock.
  if (reply.body.type !== 'cut') request.counters.count(series, reply.status, (note.ended ?? request.now()) - note.time)
  return reply
}

function measuredWatch(
  { counters, note, now }: HttpRequest,
  series: Series,
  reply: Reply,
  body: Extract<Reply['body'], { type: 'watch' }>,
): Reply {
  series.open++
  const stream = whenOver(body.stream, () => {
    series.open--
    counters.count(series, reply.status, now() - note.time)
  })
  return { ...reply, body: { ...body, stream } }
}

/** Marks a request as no longer in progress. */
export function leave(request: HttpRequest): void {
  if (!request.isUnderWay) return
  request.isUnderWay = false
  request.counters.end(request.method)
}

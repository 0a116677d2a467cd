import type { Audited } from '../audit/audit.js'
import type { Note } from '../journal/note.js'
import type { Recorder } from '../journal/recorder.js'
import type { RequestCounters, Series } from '../metrics/request-counters.js'
import type { Profile } from '../../model/registry/profile.js'
import type { Encode } from '../wire/encode.js'
import type { Asked } from '../wire/handle.js'
import { type Query, parseQuery } from '../wire/query.js'
import type { PipelineContext } from './context.js'
import { longTurn } from './long-turns.js'

/** An HTTP request with the parts of it that every step needs. */
export type HttpRequest = {
  readonly raw: Asked
  readonly method: string
  readonly path: string
  readonly host: string
  readonly query: Query
  readonly userAgent: string | null
  readonly auditId: string
  readonly now: () => number
  /** Yields to other work during a long task. */
  readonly pause: () => Promise<void>
  readonly note: Note
  readonly recorder: Recorder
  readonly encode: Encode
  readonly profile: Profile
  readonly counters: RequestCounters
  /** The metric series of the request, once it is routed. */
  series: Series | undefined
  /** The body, once it was read. */
  bytes: Uint8Array | undefined
  /** What the reply warns of, besides what its outcome does. */
  warning: string | undefined
  /** The record of the request, if it is audited. */
  audit: Audited | undefined
  /** True until the reply is made. */
  isUnderWay: boolean
}

/** What the names of headers begin with that impersonate by an extra value. */
export const EXTRA_HEADER = 'impersonate-extra-'

/** Parses the URL and the headers that every reply depends on, and opens the request's journal entry. */
export function readRequest({ env, recorder, encode, registry, counters }: PipelineContext, raw: Asked): HttpRequest {
  // Looking up a header is slow: each is read once, and only if it is needed.
  const { headers, method, url } = raw
  const userAgent = headers.get('user-agent')
  const { path, host, query } = readUrl(url)
  counters.begin(method)
  const note = recorder.request({ method, url, userAgent: userAgent ?? '' })
  return {
    raw,
    method,
    path,
    host,
    query,
    userAgent,
    auditId: headers.get('audit-id') ?? env.requestId(),
    now: env.now,
    pause: () => longTurn(env, note),
    note,
    recorder,
    encode,
    profile: registry.profile,
    counters,
    series: undefined,
    bytes: undefined,
    warning: undefined,
    audit: undefined,
    isUnderWay: true,
  }
}

function readUrl(url: string): Pick<HttpRequest, 'path' | 'host' | 'query'> {
  const start = url.indexOf('://') + 3
  const from = url.indexOf('/', start)
  const mark = url.indexOf('?', from)
  const end = url.indexOf('#', from)
  const stop = end < 0 ? url.length : end
  return {
    path: from < 0 ? '/' : url.slice(from, mark < 0 ? stop : mark),
    host: url.slice(start, from < 0 ? url.length : from),
    query: parseQuery(mark < 0 ? '' : url.slice(mark + 1, stop)),
  }
}

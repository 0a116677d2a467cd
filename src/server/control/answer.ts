import { FixedClockError } from '../../base/time/clock.js'
import { turn } from '../../base/time/event-loop.js'
import { encodeJson } from '../../base/json/json.js'
import { hasToken } from '../accounts/bearer.js'
import { boundedPieces, drain } from '../../base/bytes/read-bounded.js'
import { StatusError, badRequest, failure, unauthorized } from '../../base/errors/status.js'
import { LoadError } from '../../base/input/load-error.js'
import type { Controls, Forks, LazyFleet, Listener, Saved } from './controlled.js'
import { checkGiven, readBody, readTexts } from './check-values.js'
import type { Operation } from './operation.js'
import { operations } from './operations.js'
import { type ReadPage, isForPage, pageReply } from './page.js'
import { PREFIX, createRouter } from './route.js'
import { textOf, wholeOf } from './sources.js'
import { createScripts } from './scripts.js'
import { createSnapshots } from './snapshots.js'
import type { OperationContext } from './operation-context.js'

/** The context of a request. */
export type Way = {
  readonly forks?: Forks | undefined
  readonly listener?: Listener | undefined
  readonly fleet?: LazyFleet | undefined
  /** Undefined if files cannot be read. */
  readonly page?: ReadPage | undefined
}

/** Who may use the control API, and the maximum size of bodies. */
export type ControlOptions = {
  /** The bearer token that requests must carry (default: no authentication). */
  readonly token?: string | undefined
  /** Maximum size of a body in bytes (default 32 MiB). */
  readonly limit?: number | undefined
}

const LONGEST_BODY = 32 * 1024 * 1024

/** Creates the handler of requests under `/_fakecluster` for a cluster. */
export function createAnswer(
  { cluster, parts, load }: Controls,
  { token, limit = LONGEST_BODY }: ControlOptions,
): (request: Request, way: Way) => Promise<Response> {
  const route = createRouter(operations)
  // Each operation has a turn of the event loop to itself: to serve a fork or to read a script takes milliseconds.
  let turns = Promise.resolve()
  const kept = { cluster, parts, load, snapshots: createSnapshots(cluster, infoOf), scripts: createScripts(cluster) }
  return async (request, { forks, listener, fleet, page }) => {
    try {
      // Not parsed as a URL, which would resolve `..`, and whose host may be invalid.
      const [, path = '', query] = /^[a-z]+:\/\/[^/?#]*([^?#]*)(\?[^#]*)?/i.exec(request.url) ?? []
      const shown = page && isForPage(request, path) ? await page() : undefined
      if (shown !== undefined) return pageReply(shown)
      if (token !== undefined && !hasToken(token, request.headers.get('authorization'))) throw unauthorized()
      const { operation, named } = route(request.method, path.slice(PREFIX.length))
      return await withBody(request, operation, limit, async (chunks) => {
        const given = checkGiven(operation, {
          path: readTexts(Object.entries(named), operation),
          query: readTexts(new URLSearchParams(query), operation),
          body: operation.text ? {} : readBody(await wholeOf(chunks), operation),
        })
        await (turns = turns.then(turn))
        return respond(operation, await run(operation, { ...kept, forks, listener, fleet }, given, chunks))
      })
    } catch (error) {
      if (error instanceof StatusError) return refusal(error)
      throw error
    }
  }
}

/** What a response tells of a snapshot. */
const infoOf = ({ state, env }: Saved) => ({
  resourceVersion: String(state.revision),
  time: new Date(env.now).toISOString(),
})

/**
 * Passes the text of a body to `make` as it arrives. Rejects with a 413 if it is too long, by its Content-Length or
 * once too much has arrived.
 */
async function withBody<R>(
  request: Request,
  { command }: Operation,
  limit: number,
  make: (chunks: AsyncIterable<string>) => Promise<R>,
): Promise<R> {
  const tooLarge = () =>
    failure(
      413,
      'RequestEntityTooLarge',
      `${command}: the body has more than ${limit} bytes; start with --control-limit to take longer ones`,
    )
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge()
  const hasBody = request.method !== 'GET'
  // Reading the body creates a full Request, whose URL has to be valid.
  if (hasBody && !URL.canParse(request.url))
    throw badRequest(`${command}: no URL can have the host of ${request.url}; mend the Host header`)
  const pieces = boundedPieces(hasBody ? request.body : null, limit, tooLarge)
  try {
    return await make(textOf(pieces))
  } finally {
    // The rest of the body is read and discarded, so that the connection stays open for the response.
    void drain(pieces)
  }
}

/** Runs an operation; errors that the caller can fix become StatusErrors. */
async function run(
  operation: Operation,
  workings: OperationContext,
  given: { readonly [field: string]: unknown },
  body: AsyncIterable<string>,
): Promise<unknown> {
  try {
    return await operation.run(workings, given, body)
  } catch (error) {
    if (error instanceof LoadError) throw unloadable(operation, error)
    if (error instanceof FixedClockError) throw badRequest(`${operation.command}: ${error.command}`)
    // Clusters throw these for wrong arguments.
    if (error instanceof TypeError || error instanceof RangeError)
      throw badRequest(/^[\w.]+: /.test(error.message) ? error.message : `${operation.command}: ${error.message}`)
    throw error
  }
}

const unloadable = ({ command }: Operation, { message, faults }: LoadError): StatusError =>
  failure(422, 'Invalid', `${command}: ${message}`, {
    causes: faults.map(({ field, message }) => ({ ...(field === undefined ? {} : { field }), message })),
  })

// Browsers must not guess another content type.
const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

function respond({ reply }: Operation, value: unknown): Response {
  if (reply.type === 'text')
    return new Response(value instanceof ReadableStream ? value : String(value), {
      headers: { ...HEADERS, 'Content-Type': `${reply.media}; charset=utf-8` },
    })
  const text = reply.compact ? `${encodeJson(value)}\n` : jsonText(value ?? {})
  return new Response(text, { headers: { ...HEADERS, 'Content-Type': 'application/json' } })
}

function refusal({ status, code }: StatusError): Response {
  return new Response(jsonText(status), { status: code, headers: { ...HEADERS, 'Content-Type': 'application/json' } })
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, shown, 2)}\n`

/** Replaces functions in hooks of the program, which JSON cannot hold. */
const shown = (_: string, value: unknown): unknown => (typeof value === 'function' ? 'a function' : value)

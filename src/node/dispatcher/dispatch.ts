import type { LocalFetch } from '../../server/http/local-fetch.js'
import { type DispatchController, type DispatchHandler, type Listener, listenerOf } from './dispatch-handler.js'
import { type DispatchOptions, toRequest } from './dispatch-request.js'

/** A request in progress, with the state that its controller and the reader of its response share. */
type Exchange = {
  readonly listener: Listener
  readonly stop: AbortController
  /** The abort functions of all requests in progress. */
  readonly running: Set<(reason: Error) => void>
  readonly controller: DispatchController
  /** Whether the handler has been told of the end. */
  over: boolean
  paused: boolean
  /** Resumes a paused response. */
  wake: () => void
  rawHeaders: Buffer[] | null
}

/**
 * Sends a request with a fetch function and passes the response to a handler, with backpressure. While the request is
 * in progress, its abort function is in `running`.
 */
export function dispatch(
  fetch: LocalFetch,
  options: DispatchOptions,
  handler: DispatchHandler,
  running: Exchange['running'],
): void {
  const exchange: Exchange = {
    listener: listenerOf(handler),
    stop: new AbortController(),
    running,
    controller: controllerOf(() => exchange),
    over: false,
    paused: false,
    wake: () => undefined,
    rawHeaders: null,
  }
  running.add(exchange.controller.abort)
  ask(exchange, fetch, options).catch((error: unknown) => fail(exchange, causeOf(error)))
}

function controllerOf(exchange: () => Exchange): DispatchController {
  return {
    get aborted() {
      return exchange().stop.signal.aborted
    },
    get paused() {
      return exchange().paused
    },
    get reason() {
      const { signal } = exchange().stop
      return signal.aborted ? signal.reason : null
    },
    get rawHeaders() {
      return exchange().rawHeaders
    },
    abort: (reason = aborted()) => abort(exchange(), reason),
    pause: () => void (exchange().paused = true),
    resume() {
      exchange().paused = false
      exchange().wake()
    },
  }
}

function abort(exchange: Exchange, reason: Error): void {
  if (exchange.over) return
  exchange.stop.abort(reason)
  exchange.wake()
  fail(exchange, reason)
}

function fail(exchange: Exchange, error: Error): void {
  const { listener, controller } = exchange
  if (end(exchange)) listener.onResponseError(controller, error)
}

/** Marks an exchange as ended; false if it was ended before. */
function end(exchange: Exchange): boolean {
  if (exchange.over) return false
  exchange.over = true
  exchange.running.delete(exchange.controller.abort)
  return true
}

async function ask(exchange: Exchange, fetch: LocalFetch, options: DispatchOptions): Promise<void> {
  const { listener, controller, stop } = exchange
  listener.onRequestStart(controller, null)
  if (exchange.over) return
  const response = await fetch(await toRequest(options, stop.signal))
  if (exchange.over) return void response.body?.cancel().catch(() => undefined)
  exchange.rawHeaders = [...response.headers].flat().map((text) => Buffer.from(text, 'latin1'))
  listener.onResponseStart(controller, response.status, headersOf(response.headers), response.statusText)
  if (response.body) await readBody(exchange, response.body)
  await resumed(exchange)
  if (end(exchange)) listener.onResponseEnd(controller, {})
}

async function readBody(exchange: Exchange, body: ReadableStream<Uint8Array>): Promise<void> {
  const { listener, controller } = exchange
  const reader = body.getReader()
  try {
    while (!exchange.over) {
      await resumed(exchange)
      if (exchange.over) break
      const { done, value } = await reader.read()
      if (done) break
      if (!exchange.over)
        listener.onResponseData(controller, Buffer.from(value.buffer, value.byteOffset, value.byteLength))
    }
  } finally {
    // Has no effect if the body was read to its end.
    void reader.cancel().catch(() => undefined)
  }
}

async function resumed(exchange: Exchange): Promise<void> {
  while (exchange.paused && !exchange.over) await new Promise<void>((resolve) => (exchange.wake = resolve))
}

const aborted = () => Object.assign(new Error('Request aborted'), { name: 'AbortError', code: 'UND_ERR_ABORTED' })

/** Returns the error of a broken connection, which `fetch` wraps and a dispatcher does not. */
function causeOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return error.cause instanceof Error && 'code' in error.cause ? error.cause : error
}

function headersOf(headers: Headers): Record<string, string | string[]> {
  const read: Record<string, string | string[]> = {}
  for (const [name, value] of headers) {
    const before = read[name]
    read[name] = before === undefined ? value : [before, value].flat()
  }
  return read
}

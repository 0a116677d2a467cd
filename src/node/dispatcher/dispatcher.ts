import { callback, checkArguments } from '../../base/check/arguments.js'
import { clusterWith } from '../../base/check/cluster.js'
import type { Cluster } from '../../cluster/types.js'
import type { LocalFetch } from '../../server/http/local-fetch.js'
import { asSent, pathIn, withPath } from '../../server/http/as-sent.js'

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
function dispatch(
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

/** The part of undici's `Dispatcher` that sends requests. */
export type ClusterDispatcher = {
  readonly dispatch: (options: DispatchOptions, handler: DispatchHandler) => boolean
  /** Does nothing, as there are no connections to close. */
  readonly close: (done?: () => void) => Promise<void>
  /** Aborts all requests in progress. */
  readonly destroy: (error?: Error | null | (() => void), done?: () => void) => Promise<void>
}

const parameters = {
  cluster: clusterWith('fetch'),
  Dispatcher: callback('to construct, such as the class Dispatcher of undici'),
}

/**
 * Creates a dispatcher for undici, and for the global `fetch`, that sends all requests to a cluster in process: no port
 * is opened, and the host of a URL does not matter. A cut connection fails with the code `ECONNRESET`.
 *
 * If undici's own `Dispatcher` is given, the result is an instance of it, with its other methods (`request`, `compose`
 * …) and its type; the global `fetch` does not need that. To intercept a single origin only, pass a `factory` to
 * `Agent` that returns the dispatcher for that origin.
 *
 * @example
 * import { Dispatcher, setGlobalDispatcher } from 'undici'
 * setGlobalDispatcher(createDispatcher(createCluster(), Dispatcher))
 */
export function createDispatcher(cluster: Pick<Cluster, 'fetch'>): ClusterDispatcher
export function createDispatcher<D extends object>(cluster: Pick<Cluster, 'fetch'>, Dispatcher: new () => D): D
export function createDispatcher(
  cluster: Pick<Cluster, 'fetch'>,
  Dispatcher: new () => object = Object,
): ClusterDispatcher {
  checkArguments('createDispatcher', parameters, [cluster, Dispatcher], createDispatcher)
  const running = new Set<(reason: Error) => void>()
  const methods: ClusterDispatcher = {
    dispatch(options, handler) {
      dispatch(cluster.fetch, options, handler, running)
      return true
    },
    async close(done) {
      done?.()
    },
    async destroy(error, done = typeof error === 'function' ? error : undefined) {
      const reason =
        error instanceof Error
          ? error
          : Object.assign(new Error('The client is destroyed'), { code: 'UND_ERR_DESTROYED' })
      for (const abort of [...running]) abort(reason)
      done?.()
    },
  }
  return Object.assign(new Dispatcher(), methods)
}

/** The controller of a request, which undici passes to handlers of the new API. */
export type DispatchController = {
  readonly aborted: boolean
  readonly paused: boolean
  readonly reason: Error | null
  readonly rawHeaders: Buffer[] | null
  readonly abort: (reason?: Error) => void
  readonly pause: () => void
  readonly resume: () => void
}

/** A handler of a request, in either of undici's two APIs. */
export type DispatchHandler = {
  onRequestStart?(controller: DispatchController, context: unknown): void
  onResponseStart?(
    controller: DispatchController,
    status: number,
    headers: Record<string, string | string[]>,
    statusText?: string,
  ): void
  onResponseData?(controller: DispatchController, chunk: Buffer): void
  onResponseEnd?(controller: DispatchController, trailers: Record<string, string | string[]>): void
  onResponseError?(controller: DispatchController, error: Error): void
  onConnect?(abort: (reason?: Error) => void): void
  onHeaders?(status: number, headers: Buffer[], resume: () => void, statusText: string): boolean | void
  onData?(chunk: Buffer): boolean | void
  onComplete?(trailers: string[] | null): void
  onError?(error: Error): void
}

/** A handler of the new API. */
type Listener = Required<
  Pick<DispatchHandler, 'onRequestStart' | 'onResponseStart' | 'onResponseData' | 'onResponseEnd' | 'onResponseError'>
>

/** Adapts a handler of either API to the new one. */
function listenerOf(handler: DispatchHandler): Listener {
  // Called as methods, as handlers use `this`.
  if (handler.onRequestStart) {
    return {
      onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
      onResponseStart: (controller, status, headers, statusText) =>
        handler.onResponseStart?.(controller, status, headers, statusText),
      onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
      onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
      onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
    }
  }
  return {
    onRequestStart: (controller) => handler.onConnect?.(controller.abort),
    onResponseStart(controller, status, _, statusText = '') {
      if (handler.onHeaders?.(status, controller.rawHeaders ?? [], controller.resume, statusText) === false)
        controller.pause()
    },
    onResponseData(controller, chunk) {
      if (handler.onData?.(chunk) === false) controller.pause()
    },
    onResponseEnd: () => handler.onComplete?.([]),
    onResponseError: (_, error) => handler.onError?.(error),
  }
}

/** A request as undici describes it. */
type DispatchOptions = {
  readonly origin?: string | URL
  readonly path: string
  readonly method: string
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: unknown
  readonly body?: unknown
}

/** Converts a request of undici to a web Request. Reads its whole body first. */
async function toRequest(
  { origin = 'http://cluster.local', path, method, query, headers, body }: DispatchOptions,
  signal: AbortSignal,
): Promise<Request> {
  const isWhole = /^https?:/.test(path)
  const url = new URL(isWhole ? path : `${new URL(origin).origin}${path}`)
  for (const [name, value] of Object.entries(query ?? {}))
    for (const each of [value].flat()) url.searchParams.append(name, String(each))
  const bytes = method === 'GET' || method === 'HEAD' ? undefined : await bytesOf(body)
  const request = new Request(url, { method, headers: headersFrom(headers), signal, ...(bytes && { body: bytes }) })
  return isWhole ? request : asSent(request, withPath(request.url, pathIn(path)))
}

/** Converts headers, which are an object, pairs, or a flat list; a value is a string or several. */
function headersFrom(given: unknown): Headers {
  const headers = new Headers()
  for (const [name, value] of pairsOf(given))
    for (const each of [value].flat()) if (each !== undefined) headers.append(String(name), String(each))
  return headers
}

function pairsOf(given: unknown): Iterable<readonly [unknown, unknown]> {
  if (!given) return []
  if (Array.isArray(given) && !Array.isArray(given[0]))
    return given.flatMap((name, i) => (i % 2 === 0 ? [[name, given[i + 1]] as const] : []))
  // undici accepts any iterable of pairs: arrays, a Map, its own Headers.
  return Symbol.iterator in Object(given) ? (given as Iterable<readonly [unknown, unknown]>) : Object.entries(given)
}

async function bytesOf(body: unknown): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (body === null || body === undefined) return undefined
  if (typeof body === 'string' || body instanceof ArrayBuffer || body instanceof Blob) return read(body)
  if (ArrayBuffer.isView(body)) return Uint8Array.from(new Uint8Array(body.buffer, body.byteOffset, body.byteLength))
  const pieces: Uint8Array[] = []
  // A stream, an iterable or an async iterable: `for await` accepts all of them.
  for await (const piece of body as AsyncIterable<string | Uint8Array<ArrayBuffer>>) pieces.push(await read(piece))
  return new Uint8Array(Buffer.concat(pieces))
}

const read = async (body: ConstructorParameters<typeof Response>[0]) =>
  new Uint8Array(await new Response(body).arrayBuffer())

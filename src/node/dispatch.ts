import type { LocalFetch } from '../http/local-fetch.js'
import { type DispatchController, type DispatchHandler, listenerOf } from './dispatch-handler.js'
import { type DispatchOptions, toRequest } from './dispatch-request.js'

/** Sends a request to a fetch and tells its handler of the reply, as fast as the handler takes it. While it runs, how to break it off is in `running`. */
export function dispatch(
  fetch: LocalFetch,
  options: DispatchOptions,
  handler: DispatchHandler,
  running: Set<(reason: Error) => void>,
): void {
  const listener = listenerOf(handler)
  const stop = new AbortController()
  let over = false
  let paused = false
  let wake: (() => void) | undefined
  let rawHeaders: Buffer[] | null = null

  const fail = (error: Error) => {
    if (over) return
    over = true
    running.delete(abort)
    listener.onResponseError(controller, error)
  }
  const abort = (reason: Error = aborted()) => {
    if (over) return
    stop.abort(reason)
    wake?.()
    fail(reason)
  }
  const controller: DispatchController = {
    get aborted() {
      return stop.signal.aborted
    },
    get paused() {
      return paused
    },
    get reason() {
      return stop.signal.aborted ? stop.signal.reason : null
    },
    get rawHeaders() {
      return rawHeaders
    },
    abort,
    pause() {
      paused = true
    },
    resume() {
      paused = false
      wake?.()
    },
  }
  const resumed = async () => {
    while (paused && !over) await new Promise<void>((resolve) => (wake = resolve))
  }

  const exchange = async () => {
    listener.onRequestStart(controller, null)
    if (over) return
    const response = await fetch(await toRequest(options, stop.signal))
    if (over) return void response.body?.cancel().catch(() => undefined)
    rawHeaders = [...response.headers].flat().map((text) => Buffer.from(text, 'latin1'))
    listener.onResponseStart(controller, response.status, headersOf(response.headers), response.statusText)
    const reader = response.body?.getReader()
    try {
      while (reader && !over) {
        await resumed()
        if (over) break
        const { done, value } = await reader.read()
        if (done) break
        if (!over) listener.onResponseData(controller, Buffer.from(value.buffer, value.byteOffset, value.byteLength))
      }
    } finally {
      // Of a body that was read to its end this does nothing.
      void reader?.cancel().catch(() => undefined)
    }
    await resumed()
    if (over) return
    over = true
    running.delete(abort)
    listener.onResponseEnd(controller, {})
  }
  running.add(abort)
  exchange().catch((error: unknown) => fail(causeOf(error)))
}

const aborted = () => Object.assign(new Error('Request aborted'), { name: 'AbortError', code: 'UND_ERR_ABORTED' })

/** What broke a connection: `fetch` wraps it, a dispatcher does not. */
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

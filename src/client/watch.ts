import { StatusError } from '../base/status.js'
import type { Outcome, WatchStream } from '../rest/types.js'
import type { KubeObject } from '../schema/object.js'
import type { ClientWatch, ClientWatchEvent } from './types.js'

/** Reads a watch as an async iterator. An ERROR event and a cut connection throw; a clean end ends the iteration. */
export function iterateWatch(opening: Promise<Outcome>, signal?: AbortSignal): ClientWatch<KubeObject> {
  let wake: (() => void) | undefined
  let closed = false
  const stream = opening.then((outcome): WatchStream => {
    if (outcome.type !== 'watch') throw new TypeError(`a watch was answered with a ${outcome.type}`)
    outcome.stream.onReady(() => wake?.())
    if (closed) outcome.stream.close()
    return outcome.stream
  })
  // Whoever reads the iterator gets the failure; until then it is not unhandled.
  stream.catch(() => undefined)
  const close = async (): Promise<IteratorResult<ClientWatchEvent<KubeObject>>> => {
    closed = true
    wake?.()
    await stream.then((open) => open.close(), () => undefined)
    return { done: true, value: undefined }
  }
  signal?.addEventListener('abort', () => void close(), { once: true })
  if (signal?.aborted) void close()
  return {
    async next() {
      const open = await stream
      for (;;) {
        if (closed) return { done: true, value: undefined }
        const event = open.next()
        if (event === 'end') return { done: true, value: undefined }
        if (event === 'cut') throw new TypeError('the connection was cut by a script')
        if (event?.type === 'ERROR') throw new StatusError(event.status)
        if (event) return { done: false, value: event }
        await new Promise<void>((resolve) => (wake = resolve))
        wake = undefined
      }
    },
    return: close,
    [Symbol.asyncIterator]() {
      return this
    },
    async [Symbol.asyncDispose]() {
      await close()
    },
  }
}

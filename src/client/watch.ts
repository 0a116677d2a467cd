import { StatusError } from '../base/status.js'
import type { Outcome } from '../api/outcome.js'
import type { WatchStream } from '../api/watch-event.js'
import type { KubeObject } from '../schema/object.js'
import type { ClientWatch, ClientWatchEvent } from './types.js'

type Result = IteratorResult<ClientWatchEvent<KubeObject>>

const DONE: Result = { done: true, value: undefined }

/** Reads a watch as an async iterator. An ERROR event and a cut connection throw; a clean end ends the iteration. */
export function iterateWatch(opening: Promise<Outcome>, signal?: AbortSignal): ClientWatch<KubeObject> {
  let wake: () => void = () => undefined
  let closed = false
  let close: () => void = () => undefined
  const closing = new Promise<void>((resolve) => (close = resolve)).then(() => {
    closed = true
    wake()
  })
  const stream = opening.then((outcome): WatchStream => {
    if (outcome.type !== 'watch') throw new TypeError(`a watch was answered with a ${outcome.type}`)
    outcome.stream.onReady(() => wake())
    return outcome.stream
  })
  // Whoever reads the iterator gets the failure; until then it is not unhandled.
  stream.then((open) => closing.then(() => open.close())).catch(() => undefined)
  // A watch that is still waiting to be opened can be closed too.
  const opened = Promise.race([stream, closing])
  opened.catch(() => undefined)
  signal?.addEventListener('abort', close, { once: true })
  void closing.then(() => signal?.removeEventListener('abort', close))
  if (signal?.aborted) close()

  const read = async (): Promise<Result> => {
    const open = await opened
    while (open && !closed) {
      const event = open.next()
      if (event === 'end') break
      if (event === 'cut' || event?.type === 'torn') throw new TypeError('the connection was cut by a script')
      if (event?.type === 'ERROR') throw new StatusError(event.status)
      if (event) return { done: false, value: event }
      await new Promise<void>((resolve) => (wake = resolve))
    }
    close()
    return DONE
  }
  const step = () =>
    read().catch((error: unknown) => {
      close()
      throw error
    })
  let last: Promise<unknown> = Promise.resolve()
  const finish = async (): Promise<Result> => {
    close()
    await closing
    return DONE
  }
  return {
    // Calls at once are answered in turn, each with an event of its own.
    next() {
      const result = last.then(step)
      last = result.catch(() => undefined)
      return result
    },
    return: finish,
    [Symbol.asyncIterator]() {
      return this
    },
    async [Symbol.asyncDispose]() {
      await finish()
    },
  }
}

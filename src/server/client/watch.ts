import { StatusError } from '../../base/errors/status.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { WatchStream } from '../../model/call/watch-event.js'
import type { KubeObject } from '../../schema/object.js'
import type { ClientWatch, ClientWatchEvent } from './types.js'

type Result = IteratorResult<ClientWatchEvent<KubeObject>>

const DONE: Result = { done: true, value: undefined }

/** An open watch and the state of its reader. */
type Reading = {
  /** Resolves with undefined if the watch was closed before it was open. */
  readonly opened: Promise<WatchStream | undefined>
  readonly close: () => void
  /** Resolves once the watch is closed. */
  readonly closing: Promise<undefined>
  isClosed: boolean
  /** Called when there may be more events to read. */
  wake: () => void
}

/**
 * Returns an async iterator over a watch. It throws at an ERROR event and at a cut connection, and ends when the watch
 * does.
 */
export function iterateWatch(opening: Promise<Outcome>, signal?: AbortSignal): ClientWatch<KubeObject> {
  const reading = startReading(opening)
  const { close, closing } = reading
  signal?.addEventListener('abort', close, { once: true })
  void closing.then(() => signal?.removeEventListener('abort', close))
  if (signal?.aborted) close()
  let last: Promise<unknown> = Promise.resolve()
  const finish = async (): Promise<Result> => {
    close()
    await closing
    return DONE
  }
  return {
    // Concurrent calls are served in order, each with its own event.
    next() {
      const result = last.then(() => readOrClose(reading))
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

function startReading(opening: Promise<Outcome>): Reading {
  let close: () => void = () => undefined
  const closing = new Promise<void>((resolve) => (close = resolve)).then(() => {
    reading.isClosed = true
    reading.wake()
    return undefined
  })
  const stream = opening.then((outcome): WatchStream => {
    if (outcome.type !== 'watch') throw new TypeError(`a watch was answered with a ${outcome.type}`)
    outcome.stream.onReady(() => reading.wake())
    return outcome.stream
  })
  // The reader of the iterator gets the failure; without a reader it must not be an unhandled rejection.
  stream.then((open) => closing.then(() => open.close())).catch(() => undefined)
  // A watch can be closed while it is still being opened.
  const opened = Promise.race([stream, closing])
  opened.catch(() => undefined)
  const reading: Reading = { opened, close, closing, isClosed: false, wake: () => undefined }
  return reading
}

async function readOrClose(reading: Reading): Promise<Result> {
  try {
    return await readNext(reading)
  } catch (error) {
    reading.close()
    throw error
  }
}

async function readNext(reading: Reading): Promise<Result> {
  const open = await reading.opened
  while (open && !reading.isClosed) {
    const event = open.next()
    if (event === 'end') break
    if (event === 'cut' || event?.type === 'torn') throw new TypeError('the connection was cut by a script')
    if (event?.type === 'ERROR') throw new StatusError(event.status)
    if (event) return { done: false, value: event }
    await new Promise<void>((resolve) => (reading.wake = resolve))
  }
  reading.close()
  return DONE
}

import { failure } from '../../base/errors/status.js'
import type { Listener } from '../../server/control/controlled.js'
import type { Fetch } from '../../server/http/app.js'
import { isControl } from '../../server/http/control.js'
import { StartError } from '../failure.js'
import { type Listening, listen } from './serve.js'

/** Pauses and resumes a server. */
type Pausing = {
  /** For the program that runs the server. */
  readonly pause: () => Promise<void>
  readonly resume: () => Promise<void>
  /** For the control API, which gets a port of its own meanwhile. */
  readonly listener: Pick<Listener, 'pause' | 'resume'>
  readonly close: () => Promise<void>
}

/** Milliseconds for the response to the pause request to be sent. */
const GRACE = 100

/** Creates the pausing of a server. `fetch` answers control requests while the server is paused. */
export function createPausing(
  server: () => Pick<Listening, 'pause' | 'resume'>,
  fetch: Fetch,
  report: (error: unknown, request: string) => void,
): Pausing {
  let aside: Listening | undefined
  const close = async () => {
    const open = aside
    aside = undefined
    await open?.close()
  }
  const resume = async () => {
    await server().resume()
    // Closed with a delay, so that the response to the resume request is sent.
    const open = aside
    aside = undefined
    await open?.pause(GRACE)
  }
  const controlOnly: Fetch = (request, bindings) =>
    isControl(request.url) ? fetch(request, bindings) : new Response('the server is paused\n', { status: 503 })
  return {
    pause: () => server().pause(),
    resume,
    close,
    listener: {
      async pause() {
        aside ??= await listen({ fetch: controlOnly, host: '127.0.0.1', port: 0, tls: undefined, report })
        await server().pause(GRACE)
        return { url: aside.url }
      },
      async resume() {
        try {
          await resume()
        } catch (error) {
          throw error instanceof StartError ? failure(409, 'Conflict', `resume: ${error.message}`) : error
        }
      },
    },
  }
}

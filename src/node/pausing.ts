import { failure } from '../base/status.js'
import type { Listener } from '../control/controlled.js'
import type { Fetch } from '../http/app.js'
import { isControl } from '../http/control.js'
import { StartError } from './failure.js'
import { type Listening, listen } from './serve.js'

/** What pauses and resumes a server. */
type Pausing = {
  /** For the program the server is in. */
  readonly pause: () => Promise<void>
  readonly resume: () => Promise<void>
  /** For control, which goes on at a port of its own. */
  readonly listener: Listener
  readonly close: () => Promise<void>
}

/** Until the reply to whoever asked for the pause has left. */
const GRACE = 100

/** Makes what pauses a server. `fetch` answers control while it is paused. */
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
    // The reply to whoever asked for it leaves first.
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

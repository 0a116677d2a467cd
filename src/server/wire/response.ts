import type { WatchStream } from '../../model/call/watch-event.js'
import { warningHeader } from './encode.js'
import { joined } from './joined.js'
import type { Reply } from './reply.js'
import { halfOf } from './spoil.js'

/** Converts a reply to a web Response. A cut connection throws, as `fetch` rejects when a connection breaks. */
export function toResponse(reply: Reply, request: Asked = {}): Response {
  const { body } = reply
  if (body.type === 'session' || body.type === 'forwarding')
    return new Response('400 Bad Request: sessions take a WebSocket\n', { status: 400 })
  if (body.type === 'cut') throw brokenConnection()
  const warnings = reply.warnings.map((text): [string, string] => ['Warning', warningHeader(text)])
  const headers = warnings.length === 0 ? reply.headers : [...Object.entries(reply.headers), ...warnings]
  const init = request.method === 'HEAD' || reply.status === 304 ? null : bodyInit(body, request)
  if (reply.status <= MOST_STATUS) return new Response(init, { status: reply.status, headers })
  // The constructor does not take what a webhook may refuse with, and what `fetch` gives over a socket.
  const response = new Response(init, { status: MOST_STATUS, headers })
  return Object.defineProperty(response, 'status', { value: reply.status })
}

/** The highest status that a Response can be made with. */
const MOST_STATUS = 599

/** The parts of a request that the Response depends on. */
type Asked = Partial<Pick<Request, 'method' | 'signal'>>

function bodyInit(
  body: Exclude<Reply['body'], { type: 'cut' | 'session' | 'forwarding' }>,
  request: Asked,
): BodyInit | null {
  // An empty body has no content type.
  if (body.type === 'text') return body.text || null
  if (body.type === 'torn') return tornBody(body.bytes)
  return body.type === 'bytes' ? joined(body.pieces) : watchBody(body.stream, body.encode, request)
}

const brokenConnection = () =>
  Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }),
  })

/** Makes a stream that breaks after some bytes. */
function tornBody(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let sent = bytes.length === 0
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent) return controller.error(brokenConnection())
        sent = true
        return controller.enqueue(bytes)
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * Makes a byte stream of a watch, which pulls an event only when its reader wants more. It refers to the request, not
 * to its signal alone: once a Request is collected as garbage, its signal no longer follows the caller's.
 */
function watchBody(
  stream: WatchStream,
  encode: Extract<Reply['body'], { type: 'watch' }>['encode'],
  request: Asked,
): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder()
  const bytesOf = (frame: ReturnType<typeof encode>) => (typeof frame === 'string' ? utf8.encode(frame) : frame)
  let wake: (() => void) | undefined
  stream.onReady(() => wake?.())
  // An abort in process does not cancel the stream; over a socket it does both.
  const onAbort = () => {
    stream.close()
    wake?.()
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const { signal } = request
        if (signal?.aborted) stream.close()
        signal?.addEventListener('abort', () => {
          onAbort()
          controller.error(signal.reason)
        })
      },
      async pull(controller) {
        for (;;) {
          const event = nextOf(stream)
          if (event === 'end') return controller.close()
          if (event === 'cut') return controller.error(brokenConnection())
          // The next pull returns the cut.
          if (event?.type === 'torn') return controller.enqueue(bytesOf(halfOf(encode(event.event))))
          if (event) return controller.enqueue(bytesOf(encode(event)))
          if (request.signal?.aborted) return
          await new Promise<void>((resolve) => (wake = resolve))
          wake = undefined
        }
      },
      cancel: () => stream.close(),
    },
    { highWaterMark: 0 },
  )
}

/** Returns the next event; a failing hook ends the watch. */
function nextOf(stream: WatchStream): ReturnType<WatchStream['next']> {
  try {
    return stream.next()
  } catch (error) {
    stream.close()
    throw error
  }
}

import type { Session } from '../model/call/session.js'
import { StatusError } from '../base/errors/status.js'
import { readSubprotocols, refuseHandshake } from '../server/http/websocket.js'
import { LENGTH_BYTES, type Reply } from '../server/wire/reply.js'
import type { Answering } from './fetch.js'
import { sentHeaders } from './page.js'

/** The page's end of a WebSocket, as the cluster calls it. */
export type SocketEnd = {
  readonly isClosed: () => boolean
  readonly opened: (protocol: string) => void
  readonly receive: (message: string | Uint8Array<ArrayBuffer>) => void
  /** Called when the connection is closed cleanly. */
  readonly ended: () => void
  /** Called when the connection cannot be opened, or breaks. */
  readonly broken: () => void
}

/** The cluster's end of a WebSocket, as the page calls it. */
export type Line = { readonly send: (message: Uint8Array) => void; readonly close: () => void }

const DEAF: Line = { send: () => undefined, close: () => undefined }

/** Opens a WebSocket to a cluster: a watch, or a session with a container. */
export async function connect(
  cluster: Answering,
  target: string,
  protocols: readonly string[],
  end: SocketEnd,
): Promise<Line> {
  const asked = readProtocols(protocols)
  const reply = asked && (await cluster.handle(requestOf(target, asked.token)))
  const { body } = reply ?? {}
  if (body?.type === 'session') return openSession(body.session, asked?.names ?? [], end)
  if (body?.type === 'watch') return openWatch(body, asked?.names ?? [], end)
  end.broken()
  return DEAF
}

/** Parses the subprotocols and the token among them; undefined if they are malformed, which is refused. */
function readProtocols(protocols: readonly string[]): ReturnType<typeof readSubprotocols> | undefined {
  try {
    return readSubprotocols(protocols.join(', '))
  } catch (error) {
    if (error instanceof StatusError) return undefined
    throw error
  }
}

const requestOf = (target: string, token: string | undefined) => ({
  method: 'GET',
  url: target,
  body: null,
  headers: sentHeaders({
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  }),
  arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
})

type WatchBody = Extract<Reply['body'], { type: 'watch' }>

function openWatch(watch: WatchBody, names: readonly string[], end: SocketEnd): Line {
  const { stream } = watch
  const close = () => stream.close()
  // Browsers always send a valid Origin and version.
  const refused = refuseHandshake({ version: '13', key: 'any', origin: 'http://page', names })
  if (refused) end.broken()
  if (refused || end.isClosed()) {
    close()
    return DEAF
  }
  end.opened(names[0] ?? '')
  const flush = () => {
    try {
      sendAll(watch, end)
    } catch (error) {
      close()
      end.broken()
      throw error
    }
  }
  // Asynchronous, so that handlers of the page do not run inside the write that caused the event.
  stream.onReady(() => queueMicrotask(flush))
  queueMicrotask(flush)
  return { send: () => undefined, close }
}

/** Sends all events that are ready. */
function sendAll({ stream, encode }: WatchBody, end: SocketEnd): void {
  while (!end.isClosed()) {
    const event = stream.next()
    if (event === undefined) return
    if (event === 'end') return end.ended()
    // Nothing of a torn message arrives.
    if (event === 'cut' || event.type === 'torn') return end.broken()
    const frame = encode(event)
    end.receive(typeof frame === 'string' ? frame : frame.subarray(LENGTH_BYTES))
  }
}

function openSession(session: Session, names: readonly string[], end: SocketEnd): Line {
  const protocol = session.protocols.find((name) => names.includes(name))
  if (protocol === undefined) end.broken()
  if (protocol === undefined || end.isClosed()) return DEAF
  end.opened(protocol)
  try {
    const input = session.open({
      protocol,
      send(channel, text) {
        const bytes = new TextEncoder().encode(text)
        const message = new Uint8Array(bytes.length + 1)
        message[0] = channel
        message.set(bytes, 1)
        end.receive(message)
      },
      end: end.ended,
    })
    const send = (message: Uint8Array) => {
      if (message.length > 0) input.receive(message[0] ?? 0, message.subarray(1))
    }
    return { send, close: input.close }
  } catch {
    // The container is gone by now.
    end.broken()
    return DEAF
  }
}

import type { Line, SocketEnd } from './connect.js'
import type { Answering } from './fetch.js'
import type { Hosts } from './hosts.js'
import { addressOnPage } from './page.js'

/**
 * Replaces the global `WebSocket` with one that connects to a cluster for some hosts. Returns a function to undo that.
 */
export function patchWebSocket(cluster: Answering, find: Hosts): () => void {
  const before = globalThis.WebSocket
  let isOn = true
  const patched = new Proxy(before, {
    construct(target, given: ConstructorParameters<typeof WebSocket>, made): object {
      const url = isOn ? addressOf(given[0]) : undefined
      const asked = url && find(url)
      // Constructors return an object.
      if (!asked) return Reflect.construct(target, given, made === patched ? target : made) as object
      const protocols = [given[1] ?? []].flat()
      // Loaded on demand: few pages open one.
      return new ClusterSocket(url.href, async (end: SocketEnd) => {
        const { connect } = await import('./connect.js')
        return connect(cluster, asked, protocols, end)
      })
    },
  })
  globalThis.WebSocket = patched
  return () => {
    isOn = false
    // If other code has replaced `WebSocket` since, its version stays, and this one passes everything on.
    if (globalThis.WebSocket === patched) globalThis.WebSocket = before
  }
}

/** Parses the URL of a WebSocket, which may have an http scheme; undefined if it is invalid. */
function addressOf(given: string | URL): URL | undefined {
  const url = addressOnPage(given)
  if (url && /^https?:$/.test(url.protocol)) url.protocol = url.protocol.replace('http', 'ws')
  return url
}

const [CONNECTING, OPEN, CLOSING, CLOSED] = [0, 1, 2, 3] as const
const NORMAL = 1000
const BROKEN = 1006

type Listening = ((event: Event) => void) | null
type Message = string | Blob | BufferSource

/** The page's end of a WebSocket to a cluster, with the interface of the platform's `WebSocket`. */
class ClusterSocket extends EventTarget {
  readonly CONNECTING = CONNECTING
  readonly OPEN = OPEN
  readonly CLOSING = CLOSING
  readonly CLOSED = CLOSED
  readonly extensions = ''
  readonly bufferedAmount = 0
  binaryType: BinaryType = 'blob'
  protocol = ''
  readyState: 0 | 1 | 2 | 3 = CONNECTING
  onopen: Listening = null
  onmessage: Listening = null
  onerror: Listening = null
  onclose: Listening = null
  readonly url: string
  /** Resolves with the cluster's end; chaining on it keeps messages in order. */
  #line: Promise<Line>

  constructor(url: string, connect: (end: SocketEnd) => Promise<Line>) {
    super()
    this.url = url
    this.addEventListener('open', (event) => this.onopen?.(event))
    this.addEventListener('message', (event) => this.onmessage?.(event))
    this.addEventListener('error', (event) => this.onerror?.(event))
    this.addEventListener('close', (event) => this.onclose?.(event))
    this.#line = connect({
      isClosed: () => this.readyState > OPEN,
      opened: (protocol) => {
        this.protocol = protocol
        this.readyState = OPEN
        this.dispatchEvent(new Event('open'))
      },
      receive: (message) => {
        if (this.readyState !== OPEN) return
        this.dispatchEvent(
          new MessageEvent('message', { data: this.#dataOf(message), origin: new URL(this.url).origin }),
        )
      },
      ended: () => this.#end(NORMAL),
      broken: () => {
        if (this.readyState === CLOSED) return
        this.dispatchEvent(new Event('error'))
        this.#end(BROKEN)
      },
    })
  }

  /** Sends a message; once the WebSocket is closing, the message is dropped. */
  send(message: Message): void {
    if (this.readyState === CONNECTING) throw new DOMException('Still in CONNECTING state.', 'InvalidStateError')
    if (this.readyState !== OPEN) return
    const bytes = bytesOf(message)
    this.#line = this.#line.then(async (line) => {
      line.send(await bytes)
      return line
    })
  }

  /** Closes the WebSocket after the messages sent before. */
  close(code?: number, reason = ''): void {
    if (code !== undefined && code !== NORMAL && !(code >= 3000 && code <= 4999))
      throw new DOMException(
        `The close code must be 1000, or from 3000 to 4999; ${code} is neither.`,
        'InvalidAccessError',
      )
    if (this.readyState >= CLOSING) return
    this.readyState = CLOSING
    void this.#line.then((line) => {
      line.close()
      this.#end(code ?? NORMAL, reason)
    })
  }

  #end(code: number, reason = ''): void {
    if (this.readyState === CLOSED) return
    this.readyState = CLOSED
    this.dispatchEvent(new CloseEvent('close', { code, reason, wasClean: code !== BROKEN }))
  }

  #dataOf(message: string | Uint8Array<ArrayBuffer>): string | Blob | ArrayBuffer {
    if (typeof message === 'string') return message
    return this.binaryType === 'blob' ? new Blob([message]) : message.slice().buffer
  }
}

async function bytesOf(message: Message): Promise<Uint8Array> {
  if (typeof message === 'string') return new TextEncoder().encode(message)
  if (message instanceof Blob) return new Uint8Array(await message.arrayBuffer())
  // A copy, as the page may overwrite the buffer afterwards.
  return ArrayBuffer.isView(message)
    ? new Uint8Array(message.buffer, message.byteOffset, message.byteLength).slice()
    : new Uint8Array(message.slice(0))
}

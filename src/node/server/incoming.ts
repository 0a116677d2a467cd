import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ClientCertificate } from '../../server/accounts/client-certificate.js'
import type { Asked } from '../../server/wire/handle.js'
import { http } from '../http.js'
import { afterEnd, atBegin } from './turn.js'
import { type GatheredBytes, gatherBytes } from '../../base/bytes/gathered-bytes.js'
import { tooManyRequests } from '../../base/errors/status.js'

const PLAIN_TARGET = /^\/[!"$-[\]-~]*$/
const ABSOLUTE_TARGET = /^https?:\/\/([^/?#]*)(\/[^?]*)?(\?.*)?$/i
// `#` begins a fragment in a URL, and `\` is a `/` there; in a request both are characters like others.
const SPECIAL = /[^!"$-[\]-~]/g

// The characters that Go's server takes (httpguts.ValidHostHeader); a port alone is no host of a URL.
const HOST = /^(?!:)[\w!$%&'()*+,\-.:;=[\]~]*$/

/**
 * Returns the URL of a request with its path as it was sent, which no parser of URLs has resolved; undefined if the
 * target or the Host header is malformed. `host` is for requests without a Host header.
 */
export function urlSent({ url = '', headers }: IncomingMessage, scheme: string, host: string): string | undefined {
  const named = headers.host ?? host
  if (!HOST.test(named)) return undefined
  if (PLAIN_TARGET.test(url)) return `${scheme}://${named}${url}`
  // To a proxy, clients send whole URLs. `*` is the server itself.
  const [, authority, path = '/', query = ''] = ABSOLUTE_TARGET.exec(url) ?? ['', named, url === '*' ? '/*' : url]
  if (!path.startsWith('/') || !HOST.test(authority ?? '')) return undefined
  return `${scheme}://${authority}${(path + query).replace(SPECIAL, escaped)}`
}

// Node.js decodes the target as Latin-1.
const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`

/** Returns the address of a client; one of IPv4 has the form of IPv4 on all sockets. */
const addressOf = ({ socket }: IncomingMessage): string | undefined => socket.remoteAddress?.replace(/^::ffff:/, '')

/** Returns the certificate that the client of a request has shown. */
export type ClientOf = (incoming: IncomingMessage) => ClientCertificate | undefined

/** What is known of a client. */
export type Peer = Pick<Asked, 'client' | 'address'>

/** Returns what is known of the client of a request. */
export const peerOf = (incoming: IncomingMessage, clientOf: ClientOf | undefined): Peer => ({
  client: clientOf?.(incoming),
  address: addressOf(incoming),
})

type Piece = Buffer<ArrayBuffer>

/**
 * A request of Node.js whose body may be taken as it arrives. To read a stream takes a sixth of the time of a small
 * write.
 */
export class Incoming extends http.IncomingMessage {
  private isStream = false
  private isOver = false
  private taker: ((piece: Piece | null) => void) | undefined

  /** Passes the pieces of the body to `taker`, and null at its end; returns false if some are in the stream already. */
  passTo(taker: (piece: Piece | null) => void): boolean {
    if (this.isStream) return false
    if (this.isOver) {
      taker(null)
      return true
    }
    this.taker = taker
    // Node.js discards what nobody has begun to read.
    this.read(0)
    return true
  }

  /** Called by Node.js. */
  override push(piece: Piece | null): boolean {
    const { taker } = this
    if (!taker) {
      this.isStream = true
      return super.push(piece)
    }
    if (piece === null) {
      this.isOver = true
      // A connection that waits for its next request keeps this one.
      this.taker = undefined
    }
    taker(piece)
    return true
  }
}

/** Passes the pieces of a body to `taker`, and null at its end. */
function takeBody(incoming: IncomingMessage, taker: (piece: Piece | null) => void): void {
  if (incoming instanceof Incoming && incoming.passTo(taker)) return
  incoming.on('data', taker).on('end', () => taker(null))
}

/** Tells whether a request has no body, as one that reads has none. */
const isBare = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined

const ignore = () => undefined

/** The most bytes of all bodies that have not arrived completely: as many as 42 of the largest. */
const MOST_UNFINISHED = 128 * 1024 * 1024
let unfinished = 0

/**
 * A request for the API without the web's Request, which takes a fifth of the time of a small request. Of a repeated
 * header, Node.js keeps the first value or joins them. A class, because creating an object literal with a getter is
 * slow.
 */
export class NodeRequest {
  readonly method: string
  readonly headers: this

  constructor(
    private readonly incoming: IncomingMessage,
    readonly url: string,
    private readonly clientOf?: ClientOf | undefined,
  ) {
    this.method = incoming.method as string // a server's request has one
    this.headers = this
    // Node.js would discard its stream after the reply, which takes a tenth of the time of a get.
    if (incoming instanceof Incoming && isBare(incoming)) incoming.passTo(ignore)
  }

  get(name: string): string | null {
    return (this.incoming.headers[name] as string | undefined) ?? null // only set-cookie is a list
  }

  keys(): Iterable<string> {
    return Object.keys(this.incoming.headers)
  }

  all(name: string): readonly string[] {
    return this.incoming.headersDistinct[name] ?? []
  }

  get client(): ClientCertificate | undefined {
    return this.clientOf?.(this.incoming)
  }

  get address(): string | undefined {
    return addressOf(this.incoming)
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    if (isBare(this.incoming)) return null
    // Node.js has its own type for the web's stream.
    return Readable.toWeb(this.incoming) as ReadableStream<Uint8Array<ArrayBuffer>>
  }

  get signal(): Pick<AbortSignal, 'aborted'> {
    return { aborted: this.incoming.socket.destroyed }
  }

  sent(run: () => void): void {
    afterEnd(run)
  }

  /**
   * Reads the whole body of a request, without the copies that a Request makes. A body with a Content-Length is
   * complete at its last byte, some turns of the event loop before the `end` event. Rejects if the client goes away,
   * and with what `tooLarge` returns if there are more than `most` bytes, or with 429 if the unfinished bodies of all
   * clients take too much memory; the rest is then discarded, so that the client gets a reply.
   */
  readBody(most: number, tooLarge: () => Error): Promise<Uint8Array> {
    const { incoming } = this
    return new Promise((resolve, reject) => {
      // Most bodies arrive in one piece.
      let gathered: GatheredBytes | undefined
      let missing = Number(incoming.headers['content-length'])
      let isRefused = false
      let counted = 0
      const release = () => {
        unfinished -= counted
        counted = 0
      }
      const refuse = (error: Error) => {
        isRefused = true
        release()
        reject(error)
      }
      const fail = (error: Error) => {
        release()
        reject(error)
      }
      const finish = (whole?: Uint8Array) => {
        incoming.off('error', fail)
        if (isRefused) return
        atBegin(() => {
          release()
          resolve(whole ?? gathered?.all() ?? new Uint8Array())
        })
      }
      const isMeasured = missing > 0
      takeBody(incoming, (piece) => {
        if (piece === null) return isMeasured ? undefined : finish()
        if (isRefused) return undefined
        missing -= piece.length
        if (counted + piece.length > most) return refuse(tooLarge())
        if (unfinished + piece.length > MOST_UNFINISHED) return refuse(tooManyRequests())
        counted += piece.length
        unfinished += piece.length
        if (missing === 0 && !gathered) return finish(piece)
        gathered ??= gatherBytes()
        gathered.add(piece)
        return missing === 0 ? finish() : undefined
      })
      incoming.on('error', fail)
    })
  }
}

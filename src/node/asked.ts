import { mustHave } from '../base/must-have.js'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Asked } from '../wire/handle.js'
import { readBody } from './read-body.js'

// URLs that would be normalized or refused are left to the web's URL parser.
const PLAIN_TARGET = /^\/api[\w\-.~!$&()*+,;=:@/]*(?:\?[\w\-.~!$&()*+,;=:@/?%]*)?$/
const DOT_SEGMENT = /\/\.\.?(?:[/?]|$)/
const PLAIN_HOST = /^[a-z0-9._-]+(?::[1-9]\d*)?$/

let lastHost = ''

// Clients send the same Host header again and again.
function isPlainHost(host: string): boolean {
  if (host === lastHost) return host !== ''
  const isPlain = PLAIN_HOST.test(host)
  if (isPlain) lastHost = host
  return isPlain
}

/**
 * Wraps a request for the API without creating the web's Request, which takes a fifth of the time of a small request.
 * Undefined if the request needs one. Of a repeated header, Node.js keeps the first value or joins them.
 */
export function askedOf(incoming: IncomingMessage, scheme: 'http' | 'https'): Asked | undefined {
  const { url = '' } = incoming
  const { host = '' } = incoming.headers
  return PLAIN_TARGET.test(url) && !(url.includes('/.') && DOT_SEGMENT.test(url)) && isPlainHost(host)
    ? new NodeRequest(incoming, `${scheme}://${host}${url}`)
    : undefined
}

// A class, because creating an object literal with a getter is slow.
class NodeRequest {
  readonly method: string
  readonly headers = this

  constructor(
    private readonly incoming: IncomingMessage,
    readonly url: string,
  ) {
    this.method = mustHave(incoming.method, 'the method in a request')
  }

  get(name: string): string | null {
    return (this.incoming.headers[name] as string | undefined) ?? null // only set-cookie is a list
  }

  keys(): Iterable<string> {
    return Object.keys(this.incoming.headers)
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    // Node.js has its own type for the web's stream.
    return Readable.toWeb(this.incoming) as ReadableStream<Uint8Array<ArrayBuffer>>
  }

  get signal(): Pick<AbortSignal, 'aborted'> {
    return { aborted: this.incoming.socket.destroyed }
  }

  readBody(most: number, tooLarge: () => Error): Promise<Uint8Array> {
    return readBody(this.incoming, most, tooLarge)
  }
}

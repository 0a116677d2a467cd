import { mustHave } from '../base/must-have.js'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Asked } from '../wire/handle.js'
import { readBody } from './read-body.js'

// What a URL would be written otherwise for, and what is refused, is left to the web's own reader of URLs.
const PLAIN_TARGET = /^\/api[\w\-.~!$&()*+,;=:@/]*(?:\?[\w\-.~!$&()*+,;=:@/?%]*)?$/
const DOT_SEGMENT = /\/\.\.?(?:[/?]|$)/
const PLAIN_HOST = /^[a-z0-9._-]+(?::[1-9]\d*)?$/

let lastHost = ''

// Clients ask by the same host again and again.
function isPlainHost(host: string): boolean {
  if (host === lastHost) return host !== ''
  const isPlain = PLAIN_HOST.test(host)
  if (isPlain) lastHost = host
  return isPlain
}

/**
 * A request for the API as Node has it, without the web's Request around it, which takes a fifth of what a small one
 * costs; undefined for one that needs it. Of a header that came twice the first counts, as it does for the server, or
 * both as a list.
 */
export function askedOf(incoming: IncomingMessage, scheme: 'http' | 'https'): Asked | undefined {
  const { url = '' } = incoming
  const { host = '' } = incoming.headers
  return PLAIN_TARGET.test(url) && !(url.includes('/.') && DOT_SEGMENT.test(url)) && isPlainHost(host)
    ? new NodeRequest(incoming, `${scheme}://${host}${url}`)
    : undefined
}

// A class, because an object literal with a getter takes as long to make as the rest of it.
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
    return (this.incoming.headers[name] as string | undefined) ?? null // only cookies that are set come as lists
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    // Node's own type of the web's stream.
    return Readable.toWeb(this.incoming) as ReadableStream<Uint8Array<ArrayBuffer>>
  }

  readBody(): Promise<Uint8Array> {
    return readBody(this.incoming)
  }
}

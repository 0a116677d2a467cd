import type { Reply } from '../wire/reply.js'
import { PROTOBUF } from '../wire/body.js'
import { joined } from '../wire/joined.js'
import type { Fetch } from './app.js'

/** Where a request log is printed, and how verbose it is. */
type RequestLog = {
  readonly print: (line: string) => void
  /** Returns milliseconds of any clock. */
  readonly now: () => number
  /** Whether bodies are printed too, those of watches event by event. */
  readonly bodies: boolean
}

/**
 * Wraps a fetch so that each request is printed once its reply starts: method, path, status, milliseconds, User-Agent.
 */
export function logRequests(fetch: Fetch, { print, now, bodies }: RequestLog): Fetch {
  return async (request, bindings) => {
    const start = now()
    const sent = bodies && HAS_BODY.test(request.method) ? await bodyOf(request) : ''
    let told = false
    const tell = (status: number | 'cut') => {
      told = true
      print(
        `${request.method} ${pathOf(request.url)} ${status} ${(now() - start).toFixed(1)}ms ${request.headers.get('user-agent') ?? '-'}`,
      )
      if (sent) print(indent('>', sent))
    }
    const send = bindings.send
    const response = await fetch(request, {
      ...bindings,
      ...(send && {
        send(reply: Reply) {
          tell(reply.body.type === 'cut' ? 'cut' : reply.status)
          return send(bodies ? printing(reply, print) : reply)
        },
      }),
    })
    if (!told) tell(response.status)
    return response
  }
}

const HAS_BODY = /^(POST|PUT|PATCH|DELETE)$/

const pathOf = (url: string): string => url.slice(url.indexOf('/', url.indexOf('://') + 3))

const indent = (mark: '>' | '<', text: string): string => text.trimEnd().replace(/^/gm, `  ${mark} `)

function printing(reply: Reply, print: (line: string) => void): Reply {
  const { body } = reply
  if (body.type === 'text') print(indent('<', body.text))
  if (body.type === 'bytes') print(indent('<', shown(joined(body.pieces), isBinary(reply))))
  if (body.type !== 'watch') return reply
  const encode: typeof body.encode = (event) => {
    const frame = body.encode(event)
    print(indent('<', typeof frame === 'string' ? frame : shown(frame, isBinary(reply))))
    return frame
  }
  return { ...reply, body: { ...body, encode } }
}

async function bodyOf(request: Request): Promise<string> {
  const bytes = new Uint8Array(await request.clone().arrayBuffer())
  return bytes.length === 0 ? '' : shown(bytes, request.headers.get('content-type')?.startsWith(PROTOBUF) === true)
}

const isBinary = ({ headers }: Reply): boolean => headers['Content-Type']?.startsWith(PROTOBUF) === true

const shown = (bytes: Uint8Array, binary: boolean): string =>
  binary ? `${bytes.length} bytes of protobuf` : new TextDecoder().decode(bytes)

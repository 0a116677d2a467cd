import { asSent, pathIn, withPath } from '../../server/http/as-sent.js'

/** A request as undici describes it. */
export type DispatchOptions = {
  readonly origin?: string | URL
  readonly path: string
  readonly method: string
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: unknown
  readonly body?: unknown
}

/** Converts a request of undici to a web Request. Reads its whole body first. */
export async function toRequest(
  { origin = 'http://cluster.local', path, method, query, headers, body }: DispatchOptions,
  signal: AbortSignal,
): Promise<Request> {
  const isWhole = /^https?:/.test(path)
  const url = new URL(isWhole ? path : `${new URL(origin).origin}${path}`)
  for (const [name, value] of Object.entries(query ?? {}))
    for (const each of [value].flat()) url.searchParams.append(name, String(each))
  const bytes = method === 'GET' || method === 'HEAD' ? undefined : await bytesOf(body)
  const request = new Request(url, { method, headers: headersOf(headers), signal, ...(bytes && { body: bytes }) })
  return isWhole ? request : asSent(request, withPath(request.url, pathIn(path)))
}

/** Converts headers, which are an object, pairs, or a flat list; a value is a string or several. */
function headersOf(given: unknown): Headers {
  const headers = new Headers()
  for (const [name, value] of pairsOf(given))
    for (const each of [value].flat()) if (each !== undefined) headers.append(String(name), String(each))
  return headers
}

function pairsOf(given: unknown): Iterable<readonly [unknown, unknown]> {
  if (!given) return []
  if (Array.isArray(given) && !Array.isArray(given[0]))
    return given.flatMap((name, i) => (i % 2 === 0 ? [[name, given[i + 1]] as const] : []))
  // undici accepts any iterable of pairs: arrays, a Map, its own Headers.
  return Symbol.iterator in Object(given) ? (given as Iterable<readonly [unknown, unknown]>) : Object.entries(given)
}

async function bytesOf(body: unknown): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (body === null || body === undefined) return undefined
  if (typeof body === 'string' || body instanceof ArrayBuffer || body instanceof Blob) return read(body)
  if (ArrayBuffer.isView(body)) return Uint8Array.from(new Uint8Array(body.buffer, body.byteOffset, body.byteLength))
  const pieces: Uint8Array[] = []
  // A stream, an iterable or an async iterable: `for await` accepts all of them.
  for await (const piece of body as AsyncIterable<string | Uint8Array<ArrayBuffer>>) pieces.push(await read(piece))
  return new Uint8Array(Buffer.concat(pieces))
}

const read = async (body: ConstructorParameters<typeof Response>[0]) =>
  new Uint8Array(await new Response(body).arrayBuffer())

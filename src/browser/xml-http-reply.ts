import { type Answering, answerRequest } from './fetch.js'
import { afterMs } from './page.js'
import { type Call, failCall, isText } from './xml-http-call.js'

/**
 * Sends the request of an XMLHttpRequest to a cluster, and passes on the response as it arrives, while `isMine` holds.
 */
export async function exchange(
  cluster: Answering,
  request: XMLHttpRequest,
  call: Call,
  body: Document | XMLHttpRequestBodyInit | null | undefined,
  isMine: () => boolean,
): Promise<void> {
  let stop: (() => void) | undefined
  call.limit = () => {
    stop?.()
    const { timeout } = request
    stop =
      timeout > 0 && isMine()
        ? afterMs(Math.max(0, timeout - call.elapsed()), () => isMine() && giveUp(request, call))
        : undefined
  }
  call.limit()
  try {
    const response = await answerRequest(cluster, call.target, requestOf(call, body))
    if (!isMine()) return void response.body?.cancel()
    call.response = response
    step(request, call, 2)
    await read(request, call, response, isMine)
  } catch {
    if (isMine()) failCall(request, call, 'error')
  } finally {
    stop?.()
  }
}

function giveUp(request: XMLHttpRequest, call: Call): void {
  call.end.abort()
  failCall(request, call, 'timeout')
}

function requestOf(
  { method, url, headers, end }: Call,
  body: Document | XMLHttpRequestBodyInit | null | undefined,
): Request {
  const sent = body instanceof Document ? new XMLSerializer().serializeToString(body) : body
  const hasBody = sent !== undefined && sent !== null && !/^(get|head)$/i.test(method)
  return new Request(url, { method, headers, signal: end.signal, ...(hasBody ? { body: sent } : {}) })
}

function step(request: XMLHttpRequest, call: Call, state: number): void {
  call.state = state
  request.dispatchEvent(new Event('readystatechange'))
}

async function read(request: XMLHttpRequest, call: Call, response: Response, isMine: () => boolean): Promise<void> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const type = call.mime ?? response.headers.get('Content-Type') ?? ''
  const decoder = decoderOf(type)
  const total = Number(response.headers.get('Content-Length') ?? 0)
  let loaded = 0
  const progress = (name: string) =>
    request.dispatchEvent(new ProgressEvent(name, { lengthComputable: total > 0, loaded, total }))
  const reader = response.body?.getReader()
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    if (!isMine()) return
    loaded += piece.value.length
    if (isText(request.responseType)) call.text += decoder.decode(piece.value, { stream: true })
    else pieces.push(piece.value)
    step(request, call, 3)
    if (isMine()) progress('progress')
  }
  if (!isMine()) return
  if (isText(request.responseType)) call.text += decoder.decode()
  else call.value = await valueOf(new Blob(pieces, { type }), request.responseType)
  if (!isMine()) return
  call.isSent = false
  step(request, call, 4)
  if (call.state !== 4) return
  progress('load')
  progress('loadend')
}

/** Creates a decoder for the charset of a MIME type (default UTF-8). */
function decoderOf(type: string): TextDecoder {
  const [, charset = 'utf-8'] = /;\s*charset="?([^;"\s]+)/i.exec(type) ?? []
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

/** Converts a complete response to a type; null for malformed JSON, and for a document that is not HTML. */
async function valueOf(whole: Blob, wanted: XMLHttpRequestResponseType): Promise<unknown> {
  if (wanted === 'blob') return whole
  if (wanted === 'arraybuffer') return whole.arrayBuffer()
  const text = await whole.text()
  if (wanted === 'document')
    return /^text\/html\b/i.test(whole.type) ? new DOMParser().parseFromString(text, 'text/html') : null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

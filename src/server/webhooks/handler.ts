import { gatherBytes } from '../../base/bytes/gathered-bytes.js'
import { messageOf } from '../../base/errors/status.js'
import {
  type Dialled,
  type ServiceTarget,
  type WebhookReply,
  WebhookUnreached,
  unread,
} from '../../model/registry/webhook.js'

type Handler = Exclude<ServiceTarget, string>

/** What a handler in code is sent; a GET, after a redirect, has no body. */
type Given = Pick<Dialled, 'method' | 'headers' | 'body'>

/**
 * Calls a handler in code.
 *
 * @throws WebhookUnreached if it does not reply; the message is the cause only
 */
export async function askHandler(handler: Handler, url: string, given: Given): Promise<WebhookReply> {
  let reply: Response
  try {
    reply = await handler(requestOf(url, given))
  } catch (error) {
    throw new WebhookUnreached(`the handler failed: ${messageOf(error)}`)
  }
  // Code without types may return anything, and Responses of other realms.
  if (typeof (reply as Partial<Response> | undefined)?.arrayBuffer !== 'function')
    throw new WebhookUnreached('the handler returned no Response')
  try {
    return { status: reply.status, header: (name) => reply.headers.get(name), body: await bytesOf(reply) }
  } catch (error) {
    throw new WebhookUnreached(unread(messageOf(error)))
  }
}

/** Reads a reply: the pieces of its stream themselves, which takes half as long as `arrayBuffer` does. */
async function bytesOf(reply: Response): Promise<Uint8Array<ArrayBuffer>> {
  const { body, bodyUsed } = reply
  if (!body || bodyUsed || body.locked) return new Uint8Array(await reply.arrayBuffer())
  const reader = body.getReader()
  const gathered = gatherBytes()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    if (!isBytes(piece.value)) throw new TypeError('Received non-Uint8Array chunk')
    gathered.add(piece.value)
  }
  return gathered.all()
}

/** Tells bytes of any realm. */
const isBytes = (value: unknown): boolean => Object.prototype.toString.call(value) === '[object Uint8Array]'

/** Makes a request whose text is there at once: to read it from its stream takes longer than a create does. */
function requestOf(url: string, { method, headers, body: text }: Given): Request {
  if (text === undefined) return new Request(url, { method, headers })
  const request = new Request(url, { method, headers, body: text })
  /** Uses the body up; undefined where that is done, or somebody reads the stream (or where it cannot be seen). */
  const taken = (): string | undefined => {
    const { body, bodyUsed } = request
    if (!body || bodyUsed || body.locked) return undefined
    void body.cancel()
    return text
  }
  const { json, text: read } = request
  return Object.assign(request, {
    json: async (): Promise<unknown> => {
      const found = taken()
      return found === undefined ? json.call(request) : JSON.parse(found)
    },
    text: async () => taken() ?? read.call(request),
  })
}

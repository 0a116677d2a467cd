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
    const body = new Uint8Array(await reply.arrayBuffer())
    return { status: reply.status, header: (name) => reply.headers.get(name), body }
  } catch (error) {
    throw new WebhookUnreached(unread(messageOf(error)))
  }
}

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

import { request as askHttp, Agent as HttpAgent, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent, request as askHttps } from 'node:https'
import { gunzipSync } from 'node:zlib'
import { type Dial, type Dialled, type WebhookReply, WebhookUnreached, unread } from '../../model/registry/webhook.js'
import { reasonOf } from './reason.js'

/** Maximum size in bytes of a reply that is read. */
const MOST_BYTES = 64 * 1024 * 1024
/** Number of certificates and names that connections are kept for, as in webhook.ClientManager. */
const MOST_AGENTS = 200
const LATE = 'context deadline exceeded'

const plain = new HttpAgent({ keepAlive: true })
const agents = new Map<string, Agent>()

/**
 * Returns the agent for a certificate authority and a name, which keeps connections. Like Go, it trusts any certificate
 * of the bundle, also one that is no authority.
 */
function agentFor({ ca, serverName }: Pick<Dialled, 'ca' | 'serverName'>): Agent {
  const key = JSON.stringify([ca, serverName])
  let agent = agents.get(key)
  if (!agent) {
    const trust = ca === undefined ? {} : { ca, allowPartialTrustChain: true }
    agent = new Agent({ keepAlive: true, ...trust, ...(serverName === undefined ? {} : { servername: serverName }) })
    agents.set(key, agent)
    const [oldest] = agents.size > MOST_AGENTS ? agents.keys() : []
    if (oldest !== undefined) {
      agents.get(oldest)?.destroy()
      agents.delete(oldest)
    }
  }
  return agent
}

/** Sends a request to a webhook, without a proxy. */
export const dial: Dial = async (dialled) => {
  const until = dialled.timeout === undefined ? undefined : performance.now() + dialled.timeout
  try {
    return await sent(dialled, until)
  } catch (error) {
    // The other side may close a connection that was kept, while it is used again.
    if (!(error instanceof ReusedConnectionEnded)) throw error
    return await sent(dialled, until)
  }
}

class ReusedConnectionEnded extends Error {}

function sent(dialled: Dialled, until: number | undefined): Promise<WebhookReply> {
  const { url, method, headers, body } = dialled
  const isTls = url.startsWith('https:')
  const bytes = body === undefined ? undefined : Buffer.from(body)
  const options: RequestOptions = {
    method,
    headers: {
      ...headers,
      'accept-encoding': 'gzip',
      ...(bytes === undefined ? {} : { 'content-length': String(bytes.length) }),
    },
    agent: isTls ? agentFor(dialled) : plain,
  }
  return new Promise((resolve, reject) => {
    let hasReply = false
    const fail = (why: string) => reject(new WebhookUnreached(hasReply ? unread(why) : why))
    const asked = (isTls ? askHttps : askHttp)(url, options)
    const left = until === undefined ? undefined : until - performance.now()
    const timer =
      left === undefined
        ? undefined
        : setTimeout(() => {
            fail(LATE)
            asked.destroy()
          }, left)
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (asked.reusedSocket && !hasReply && error.code === 'ECONNRESET') reject(new ReusedConnectionEnded())
      else fail(reasonOf(error, url, dialled.serverName))
    })
    asked.on('response', (reply) => {
      hasReply = true
      read(reply).then(resolve, (error: NodeJS.ErrnoException) => fail(reasonOf(error, url, dialled.serverName)))
    })
    asked.on('close', () => clearTimeout(timer))
    asked.end(bytes)
  })
}

async function read(reply: IncomingMessage): Promise<WebhookReply> {
  const pieces: Uint8Array[] = []
  let size = 0
  // Without an encoding, a stream has bytes.
  for await (const piece of reply as AsyncIterable<Uint8Array>) {
    size += piece.length
    if (size > MOST_BYTES) throw new Error(`the reply has more than ${MOST_BYTES} bytes`)
    pieces.push(piece)
  }
  const { statusCode: status = 0, headers } = reply
  const whole = Buffer.concat(pieces)
  const isPacked = headers['content-encoding'] === 'gzip'
  const header: WebhookReply['header'] = (name) => {
    const value = headers[name]
    return typeof value === 'string' ? value : null
  }
  return { status, header, body: isPacked ? gunzipSync(whole, { maxOutputLength: MOST_BYTES }) : whole }
}

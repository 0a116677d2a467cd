import type { Agent as HttpAgent, IncomingMessage, RequestOptions } from 'node:http'
import { Agent, request as askHttps } from 'node:https'
import type { PeerCertificate } from 'node:tls'
import { gunzipSync } from 'node:zlib'
import { http } from '../http.js'
import { type Dial, type Dialled, type WebhookReply, WebhookUnreached, unread } from '../../model/registry/webhook.js'

/** What Node.js says of a request that failed. */
type Failure = Error & {
  readonly code?: string | undefined
  readonly address?: string
  readonly port?: number
  readonly hostname?: string
  readonly host?: string
  readonly cert?: PeerCertificate
}

const REFUSALS: { readonly [code: string]: string } = {
  ECONNREFUSED: 'connection refused',
  ETIMEDOUT: 'connection timed out',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'network is unreachable',
}

const UNKNOWN_AUTHORITY: ReadonlySet<string | undefined> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
])

const NOT_TRUSTED = 'tls: failed to verify certificate: x509: '

/** Returns why a request failed, in the words of Go's net/http. */
function reasonOf(error: Failure, url: string, serverName: string | undefined): string {
  const { code, cert } = error
  const refusal = REFUSALS[code ?? '']
  const { hostname, port } = new URL(url)
  if (refusal !== undefined) {
    const { address = hostname } = error
    const host = address.includes(':') && !address.startsWith('[') ? `[${address}]` : address
    return `dial tcp ${host}:${error.port ?? (port || 443)}: connect: ${refusal}`
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `dial tcp: lookup ${error.hostname ?? hostname}: no such host`
  if (UNKNOWN_AUTHORITY.has(code)) return `${NOT_TRUSTED}certificate signed by unknown authority`
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `${NOT_TRUSTED}certificate has expired or is not yet valid`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `${NOT_TRUSTED}${misnamed(cert, serverName ?? hostname)}`
  if (code === 'EPROTO' || code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return 'http: server gave HTTP response to HTTPS client'
  if (error.message === 'socket hang up') return 'EOF'
  if (code === 'ECONNRESET') return 'read: connection reset by peer'
  if (code === 'HPE_INVALID_CONSTANT') return 'net/http: HTTP/1.x transport connection broken: malformed HTTP response'
  return error.message
}

/** Returns what is wrong with the names in a certificate (crypto/x509: HostnameError). */
function misnamed(cert: PeerCertificate | undefined, wanted: string): string {
  const names = (cert?.subjectaltname ?? '').split(', ')
  const of = (kind: string) => names.flatMap((name) => (name.startsWith(kind) ? [name.slice(kind.length)] : []))
  const isAddress = /^[\d.]+$|:/.test(wanted)
  const valid = of(isAddress ? 'IP Address:' : 'DNS:')
  if (valid.length > 0) return `certificate is valid for ${valid.join(', ')}, not ${wanted}`
  return isAddress
    ? `cannot validate certificate for ${wanted} because it doesn't contain any IP SANs`
    : `certificate is not valid for any names, but wanted to match ${wanted}`
}

/** Maximum size in bytes of a reply that is read. */
const MOST_BYTES = 64 * 1024 * 1024
/** Number of certificates and names that connections are kept for, as in webhook.ClientManager. */
const MOST_AGENTS = 200
const LATE = 'context deadline exceeded'

const plain = new http.Agent({ keepAlive: true })
const agents = new Map<string, Agent>()

type Trusted = Pick<Dialled, 'ca' | 'serverName' | 'certificate'>

/** Like Go, trusts any certificate of a bundle, also one that is no authority. */
const trusting = ({ ca, serverName, certificate }: Trusted) => ({
  ...certificate,
  ...(ca === undefined ? {} : { ca, allowPartialTrustChain: true }),
  ...(serverName === undefined ? {} : { servername: serverName }),
})

/** Returns the agent for a certificate authority and a name, which keeps connections. */
function agentFor({ ca, serverName, certificate }: Trusted): Agent {
  const key = JSON.stringify([ca, serverName, certificate])
  let agent = agents.get(key)
  if (!agent) {
    agent = new Agent({ keepAlive: true, ...trusting({ ca, serverName, certificate }) })
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
    return await sent(dialled, until, agentOf(dialled))
  } catch (error) {
    // The other side may close a connection that was kept, while it is used again: now by one of its own.
    if (!(error instanceof ReusedConnectionEnded)) throw error
    return await sent(dialled, until, false)
  }
}

class ReusedConnectionEnded extends Error {}

const isSecure = ({ url }: Dialled): boolean => url.startsWith('https:')
const agentOf = (dialled: Dialled): Agent | HttpAgent => (isSecure(dialled) ? agentFor(dialled) : plain)

/** Sends a request by a connection of the agent, or without one by a connection of its own. */
function sent(dialled: Dialled, until: number | undefined, agent: RequestOptions['agent']): Promise<WebhookReply> {
  const { url, method, headers, body } = dialled
  const bytes = body === undefined ? undefined : Buffer.from(body)
  const options = {
    ...trusting(dialled),
    method,
    headers: {
      ...headers,
      'accept-encoding': 'gzip',
      ...(bytes === undefined ? {} : { 'content-length': String(bytes.length) }),
    },
    agent,
  }
  return new Promise((resolve, reject) => {
    let hasReply = false
    const fail = (why: string) => reject(new WebhookUnreached(hasReply ? unread(why) : why))
    const asked = (isSecure(dialled) ? askHttps : http.request)(url, options)
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

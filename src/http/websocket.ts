import { charBytes } from '../base/utf8.js'
import { unauthorized } from '../base/status.js'

/** What a client asks for in the subprotocols of a WebSocket. */
export type Subprotocols = {
  /** The bearer token, which browsers can send nowhere else. */
  readonly token: string | undefined
  /** The others, in order. */
  readonly names: readonly string[]
}

const BEARER = 'base64url.bearer.authorization.k8s.io.'

/**
 * Reads the header Sec-WebSocket-Protocol (k8s.io/apiserver, pkg/authentication/request/websocket). A token has to come
 * with a further subprotocol, since one is to be named in the reply, and the token is not.
 *
 * @throws StatusError 401 for a token that cannot be read, comes twice, or comes alone
 */
export function readSubprotocols(header: string): Subprotocols {
  const all = header.split(',').map((name) => name.trim())
  const tokens = all.filter((name) => name.startsWith(BEARER)).map((name) => readToken(name.slice(BEARER.length)))
  const names = all.filter((name) => name !== '' && !name.startsWith(BEARER))
  const [token] = tokens
  if (tokens.length > 1 || (token && names.length === 0)) throw unauthorized()
  return { token: token || undefined, names }
}

function readToken(encoded: string): string {
  // Padding is no part of it, nor what Go's decoder knows nothing of.
  if (!/^[\w-]*$/.test(encoded) || encoded.length % 4 === 1) throw unauthorized()
  const bytes = charBytes(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')))
  const token = textOf(bytes)
  // It is asked about in a header from here on, which takes nothing else.
  if (token === undefined || !/^[\u0021-\u007e\u00a1-\u00ff]*$/.test(token)) throw unauthorized()
  return token
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** What a WebSocket that cannot be opened is answered with: no more than this, and the connection ends. */
type Refusal = { readonly line: string; readonly headers?: string; readonly text: string }

/** What of the headers of an opening handshake it depends on. */
type Handshake = {
  readonly version: string | undefined
  readonly key: string | undefined
  readonly origin: string | undefined
  readonly names: readonly string[]
}

/**
 * Says why a WebSocket cannot be opened; undefined where it can. The server has it from golang.org/x/net/websocket,
 * which takes nobody without an Origin, and of subprotocols just one.
 */
export function refuseHandshake({ version, key, origin, names }: Handshake): Refusal | undefined {
  if (!key) return { line: '400 Bad Request', text: 'mismatch challenge/response' }
  if (version !== '13')
    return {
      line: '400 Bad Request',
      headers: 'Sec-WebSocket-Version: 13\r\n',
      text: 'missing or bad WebSocket Version',
    }
  if (!/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(origin ?? '')) return { line: '403 Forbidden', text: '' }
  return names.length > 1 ? { line: '400 Bad Request', text: '' } : undefined
}

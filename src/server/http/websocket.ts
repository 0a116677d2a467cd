import { charBytes } from '../../base/bytes/utf8.js'
import { unauthorized } from '../../base/errors/status.js'

/** The subprotocols that a WebSocket client requests. */
export type Subprotocols = {
  /** The bearer token, for which browsers have no other place. */
  readonly token: string | undefined
  /** The remaining ones, in order. */
  readonly names: readonly string[]
}

const BEARER = 'base64url.bearer.authorization.k8s.io.'

/**
 * Parses the header Sec-WebSocket-Protocol (k8s.io/apiserver, pkg/authentication/request/websocket). A token requires a
 * further subprotocol, since the reply must select one, and the token does not count.
 *
 * @throws StatusError 401 for a token that is malformed, duplicate, or alone
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
  // Padding is not part of it, nor are characters that Go's decoder rejects.
  if (!/^[\w-]*$/.test(encoded) || encoded.length % 4 === 1) throw unauthorized()
  const bytes = charBytes(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')))
  const token = textOf(bytes)
  // The token is put into a header from here on, which allows no other characters.
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

/** The response to a failed handshake, after which the connection is closed. */
type Refusal = { readonly line: string; readonly headers?: string; readonly text: string }

/** The headers of a handshake that decide about it. */
type Handshake = {
  readonly version: string | undefined
  readonly key: string | undefined
  readonly origin: string | undefined
  readonly names: readonly string[]
}

/**
 * Returns why a WebSocket handshake fails; undefined if it succeeds. The rules of golang.org/x/net/websocket, which
 * requires an Origin and at most one subprotocol.
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

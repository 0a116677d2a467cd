import type { PeerCertificate } from 'node:tls'

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
export function reasonOf(error: Failure, url: string, serverName: string | undefined): string {
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

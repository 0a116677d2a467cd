import { type Element, TAG, elementsOf, idOf, partsOf } from '../../../base/bytes/der.js'
import { CURVES, curvePublicKey, ed25519PublicKey, numberOf } from './elliptic-curves.js'
import { bytesText, charBytes } from '../../../base/bytes/utf8.js'
import { pemBlocks } from '../../../base/bytes/pem.js'

type Key = { readonly type: 'rsa' | 'ecdsa' | 'ed25519'; readonly text: string }
type Block = { readonly type: string; readonly bytes: Uint8Array }

/**
 * Returns the error of Go's tls.X509KeyPair for a certificate and a private key in PEM; undefined if they are a pair.
 *
 * Of the certificate only what leads to its public key is parsed.
 */
export function keyPairError(certificate: string, key: string): string | undefined {
  const certificates = blocksOf(certificate)
  const leaf = certificates.find(({ type }) => type === 'CERTIFICATE')
  if (!leaf) return noCertificate(certificates.map(({ type }) => type))
  const keys = blocksOf(key)
  const secret = keys.find(({ type }) => type === PRIVATE || type.endsWith(` ${PRIVATE}`))
  if (!secret) return noKey(keys.map(({ type }) => type))
  const own = publicKeyOf(leaf.bytes)
  if (typeof own === 'string') return own
  const other = privateKeyOf(secret.bytes)
  if (typeof other === 'string') return other
  if (!own) return 'tls: unknown public key algorithm'
  if (own.type !== other.type) return 'tls: private key type does not match public key type'
  return own.text === other.text ? undefined : 'tls: private key does not match public key'
}

const PRIVATE = 'PRIVATE KEY'

function noCertificate(types: readonly string[]): string {
  if (types.length === 0) return 'tls: failed to find any PEM data in certificate input'
  if (types.length === 1 && types[0]?.endsWith(PRIVATE))
    return 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [${types.join(' ')}]`
}

function noKey(types: readonly string[]): string {
  if (types.length === 0) return 'tls: failed to find any PEM data in key input'
  if (types.length === 1 && types[0] === 'CERTIFICATE')
    return 'tls: found a certificate rather than a key in the PEM for the private key'
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${types.join(' ')}]`
}

/** Parses PEM blocks, without their headers; one that is not base64 is skipped. */
const blocksOf = (text: string): readonly Block[] =>
  pemBlocks(text).flatMap(({ type, body }) => {
    const base64 = body.replace(/^.*:.*$/gm, '').replace(/\s/g, '')
    return /^[A-Za-z0-9+/]*={0,2}$/.test(base64) && base64.length % 4 === 0
      ? [{ type, bytes: charBytes(atob(base64)) }]
      : []
  })

const RSA = '1.2.840.113549.1.1.1'
const ECDSA = '1.2.840.10045.2.1'
const ED25519 = '1.3.101.112'
const VERSION = 0xa0
const SEED = 32

/** Returns the public key of a certificate, or an error; undefined if its algorithm is unknown. */
function publicKeyOf(bytes: Uint8Array): Key | string | undefined {
  const [certificate, ...more] = elementsOf(bytes, 2) ?? []
  if (certificate?.tag !== TAG.sequence) return 'x509: malformed certificate'
  if (more.length > 0 || certificate.whole.length < bytes.length) return 'x509: trailing data'
  const [signed] = partsOf(certificate)
  if (signed?.tag !== TAG.sequence) return 'x509: malformed tbs certificate'
  const members = partsOf(signed)
  const [serial, algorithm, issuer, validity, subject, info] = members[0]?.tag === VERSION ? members.slice(1) : members
  if (serial?.tag !== TAG.integer) return 'x509: malformed serial number'
  if (algorithm?.tag !== TAG.sequence) return 'x509: malformed signature algorithm identifier'
  if (issuer?.tag !== TAG.sequence) return 'x509: malformed issuer'
  if (validity?.tag !== TAG.sequence) return 'x509: malformed validity'
  if (subject?.tag !== TAG.sequence) return 'x509: malformed issuer'
  if (info?.tag !== TAG.sequence) return 'x509: malformed spki'
  const [kind, key] = partsOf(info)
  if (kind?.tag !== TAG.sequence) return 'x509: malformed public key algorithm identifier'
  if (key?.tag !== TAG.bits) return 'x509: malformed subjectPublicKey'
  const [id, curve] = partsOf(kind)
  return publicKey(idOf(id), idOf(curve), key.content.subarray(1))
}

function publicKey(algorithm: string, curve: string, bytes: Uint8Array): Key | string | undefined {
  switch (algorithm) {
    case RSA: {
      const [modulus, exponent] = partsOf(elementsOf(bytes)?.[0])
      return rsaKey(modulus, exponent) ?? 'x509: invalid RSA public key'
    }
    case ECDSA:
      return CURVES[curve] ? { type: 'ecdsa', text: bytesText(bytes) } : 'x509: unsupported elliptic curve'
    case ED25519:
      return bytes.length === SEED ? { type: 'ed25519', text: bytesText(bytes) } : 'x509: wrong Ed25519 public key size'
    default:
      return undefined
  }
}

const rsaKey = (modulus: Element | undefined, exponent: Element | undefined): Key | undefined =>
  modulus?.tag === TAG.integer && exponent?.tag === TAG.integer
    ? { type: 'rsa', text: `${numberOf(modulus.content)} ${numberOf(exponent.content)}` }
    : undefined

const UNPARSED = 'tls: failed to parse private key'

/** Returns the public key of a private one in PKCS #1, PKCS #8 or SEC 1, or an error. */
function privateKeyOf(bytes: Uint8Array): Key | string {
  const members = partsOf(elementsOf(bytes)?.[0])
  const [version, second, third] = members
  if (version?.tag !== TAG.integer) return UNPARSED
  if (second?.tag === TAG.integer) return rsaKey(second, third) ?? UNPARSED
  if (second?.tag === TAG.bytes) return curveKey(second, idOf(partsOf(third)[0])) ?? UNPARSED
  if (second?.tag !== TAG.sequence || third?.tag !== TAG.bytes) return UNPARSED
  const [id, curve] = partsOf(second)
  const inner = elementsOf(third.content)?.[0]
  switch (idOf(id)) {
    case RSA: {
      const [, modulus, exponent] = partsOf(inner)
      return rsaKey(modulus, exponent) ?? UNPARSED
    }
    case ECDSA:
      return curveKey(partsOf(inner)[1], idOf(curve)) ?? UNPARSED
    case ED25519:
      return inner?.content.length === SEED
        ? { type: 'ed25519', text: bytesText(ed25519PublicKey(inner.content)) }
        : UNPARSED
    default:
      return UNPARSED
  }
}

function curveKey(secret: Element | undefined, id: string): Key | undefined {
  const curve = CURVES[id]
  if (!curve || secret?.tag !== TAG.bytes) return undefined
  const number = numberOf(secret.content)
  return number > 0n && number < curve.n ? { type: 'ecdsa', text: bytesText(curvePublicKey(curve, number)) } : undefined
}

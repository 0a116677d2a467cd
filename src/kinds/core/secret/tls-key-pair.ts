import { type Element, TAG, elementsOf, idOf, partsOf } from '../../../base/bytes/der.js'
import { bytesText, charBytes } from '../../../base/bytes/utf8.js'
import { pemBlocks } from '../../../base/bytes/pem.js'
import { sha512 } from '../../../base/bytes/sha-512.js'

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

/** A curve y² = x³ - 3x + b modulo p, with its generator. */
type Curve = { readonly p: bigint; readonly n: bigint; readonly x: bigint; readonly y: bigint; readonly size: number }

/** The NIST curves by object identifier. */
export const CURVES: { readonly [id: string]: Curve } = {
  '1.2.840.10045.3.1.7': {
    p: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
    n: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
    x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
    y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
    size: 32,
  },
  '1.3.132.0.34': {
    p: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
    n: 0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
    x: 0xaa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7n,
    y: 0x3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5fn,
    size: 48,
  },
  '1.3.132.0.35': {
    p: 2n ** 521n - 1n,
    n: 0x1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409n,
    x: 0xc6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66n,
    y: 0x11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650n,
    size: 66,
  },
}

/** Jacobian coordinates: the point (x/z², y/z³). */
type Point = readonly [x: bigint, y: bigint, z: bigint]

const mod = (value: bigint, p: bigint): bigint => ((value % p) + p) % p

/** Returns the public key of a private one, uncompressed: 4, x, y. */
function curvePublicKey(curve: Curve, secret: bigint): Uint8Array {
  const { p, size } = curve
  let sum: Point | undefined
  for (const bit of secret.toString(2)) {
    if (sum) sum = doubled(sum, p)
    if (bit === '1') sum = sum ? added(sum, curve) : [curve.x, curve.y, 1n]
  }
  const [x, y, z] = sum ?? [0n, 0n, 1n]
  const inverse = power(z, p - 2n, p)
  const square = (inverse * inverse) % p
  return Uint8Array.of(4, ...bytesOf((x * square) % p, size), ...bytesOf((y * square * inverse) % p, size))
}

function doubled([x, y, z]: Point, p: bigint): Point {
  const square = (y * y) % p
  const s = (4n * x * square) % p
  const z2 = (z * z) % p
  const m = mod(3n * (x - z2) * (x + z2), p)
  const x3 = mod(m * m - 2n * s, p)
  return [x3, mod(m * (s - x3) - 8n * square * square, p), (2n * y * z) % p]
}

/** Adds the generator to a point that is neither it nor its negative. */
function added([x, y, z]: Point, { p, x: gx, y: gy }: Curve): Point {
  const z2 = (z * z) % p
  const h = mod(gx * z2 - x, p)
  const r = mod(gy * z2 * z - y, p)
  const h2 = (h * h) % p
  const h3 = (h2 * h) % p
  const v = (x * h2) % p
  const x3 = mod(r * r - h3 - 2n * v, p)
  return [x3, mod(r * (v - x3) - y * h3, p), (z * h) % p]
}

const P25519 = 2n ** 255n - 19n
const D25519 = 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n
const X25519 = 0x216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51an
const Y25519 = 0x6666666666666666666666666666666666666666666666666666666666666658n
const ED_SIZE = 32

/** Returns the Ed25519 public key of a seed. */
function ed25519PublicKey(seed: Uint8Array): Uint8Array {
  const p = P25519
  const bytes = sha512(seed).slice(0, ED_SIZE)
  bytes[0] = (bytes[0] ?? 0) & 0xf8
  bytes[ED_SIZE - 1] = ((bytes[ED_SIZE - 1] ?? 0) & 0x7f) | 0x40
  let sum: Point = [0n, 1n, 1n]
  for (const bit of numberOf(bytes.reverse()).toString(2)) {
    sum = edAdded(sum, sum)
    if (bit === '1') sum = edAdded(sum, [X25519, Y25519, 1n])
  }
  const inverse = power(sum[2], p - 2n, p)
  const [x, y] = [(sum[0] * inverse) % p, (sum[1] * inverse) % p]
  return Uint8Array.from(bytesOf(y | ((x & 1n) << 255n), ED_SIZE).reverse())
}

/** Adds two points of the twisted Edwards curve, in projective coordinates. */
function edAdded([x1, y1, z1]: Point, [x2, y2, z2]: Point): Point {
  const p = P25519
  const a = (z1 * z2) % p
  const b = (a * a) % p
  const c = (x1 * x2) % p
  const d = (y1 * y2) % p
  const e = (D25519 * c * d) % p
  const [f, g] = [mod(b - e, p), (b + e) % p]
  return [mod(a * f * ((x1 + y1) * (x2 + y2) - c - d), p), mod(a * g * (d + c), p), (f * g) % p]
}

function power(base: bigint, exponent: bigint, p: bigint): bigint {
  let result = 1n
  for (const bit of exponent.toString(2)) result = (((result * result) % p) * (bit === '1' ? base : 1n)) % p
  return result
}

/** Returns the number that bytes state, the highest first. */
export const numberOf = (bytes: Uint8Array): bigint =>
  BigInt(`0x0${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`)

const bytesOf = (value: bigint, size: number): number[] =>
  (
    value
      .toString(16)
      .padStart(size * 2, '0')
      .match(/../g) ?? []
  ).map((pair) => Number.parseInt(pair, 16))

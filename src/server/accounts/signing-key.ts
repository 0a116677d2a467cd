import { sha256 } from '@noble/hashes/sha2.js'
import { TAG, der, derId, derNumber } from '../../base/bytes/der.js'
import type { PublicKey } from '../../model/registry/account-tokens.js'
import { bytesOfNumber, encodeBytes, numberOf } from './base64url.js'

/** An RSA key as in a JSON Web Key: each number in base64url. */
export type RsaKeyText = { readonly [part in 'n' | 'e' | 'd' | 'p' | 'q' | 'dp' | 'dq' | 'qi']: string }

/** A key to verify tokens with. */
export type VerifyingKey = {
  /** Its id is derived from the public key, as kube-apiserver does it. */
  readonly jwk: PublicKey
  /** Verifies the signature of a text by the algorithm of the key. */
  readonly verifies: (text: string, signature: Uint8Array) => boolean
}

/** A key to sign tokens with. */
export type SigningKey = VerifyingKey & {
  /** Signs a text or bytes by the algorithm of the key. */
  readonly sign: (said: string | Uint8Array) => Uint8Array
}

/** Returns the id of a public key in DER (SubjectPublicKeyInfo of RFC 5280). */
const keyIdOf = (info: Uint8Array): string => encodeBytes(sha256(info))

/** Returns the JSON Web Key of a public key in DER, whose other members depend on its type. */
export const publicJwk = (
  info: Uint8Array,
  { kty, crv, ...others }: Omit<PublicKey, 'kid'> & { readonly kty: string; readonly alg: string },
): PublicKey => ({ use: 'sig', kty, kid: keyIdOf(info), ...(crv === undefined ? {} : { crv }), ...others })

/**
 * Makes a key of RSASSA-PKCS1-v1_5 with SHA-256 (RS256) from its numbers.
 *
 * It signs synchronously: WebCrypto is asynchronous, with an order that depends on what else is going on, and the same
 * seed must give the same bytes. The signing time leaks information about the key, which is acceptable in a fake.
 */
export function createSigningKey(text: RsaKeyText): SigningKey {
  const n = numberOf(text.n)
  const e = numberOf(text.e)
  const [p, q, dp, dq, qi] = [text.p, text.q, text.dp, text.dq, text.qi].map(numberOf) as [
    bigint, // as many as there are names
    bigint,
    bigint,
    bigint,
    bigint,
  ]
  const size = bytesOfNumber(n).length
  return {
    jwk: publicJwk(publicKeyInfo(bytesOfNumber(n), bytesOfNumber(e)), {
      kty: 'RSA',
      alg: 'RS256',
      n: text.n,
      e: text.e,
    }),
    sign(said) {
      const message = numberOf(encodeBytes(padded(said, size)))
      // Uses the two primes separately, which is four times as fast (Chinese remainder theorem).
      const [a, b] = [power(message % p, dp, p), power(message % q, dq, q)]
      return bytesOfNumber(b + (((((a - b) * qi) % p) + p) % p) * q, size)
    },
    verifies(said, signature) {
      if (signature.length !== size) return false
      return power(numberOf(encodeBytes(signature)), e, n) === numberOf(encodeBytes(padded(said, size)))
    },
  }
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let factor = base % modulus
  for (const bit of [...exponent.toString(2)].reverse()) {
    if (bit === '1') result = (result * factor) % modulus
    factor = (factor * factor) % modulus
  }
  return result
}

// The DER prefix of a SHA-256 hash (RFC 8017, section 9.2).
const HASH_INFO = [
  0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04, 0x20,
]

/** Returns the padded hash that is signed (EMSA-PKCS1-v1_5), as long as the key. */
function padded(said: string | Uint8Array, size: number): Uint8Array {
  const bytes = typeof said === 'string' ? new TextEncoder().encode(said) : said
  const end = [...HASH_INFO, ...sha256(bytes)]
  return Uint8Array.from([0, 1, ...Array.from({ length: size - end.length - 3 }, () => 0xff), 0, ...end])
}

/** Returns a public key in DER. */
function publicKeyInfo(modulus: Uint8Array, exponent: Uint8Array): Uint8Array {
  const key = der(TAG.sequence, derNumber(modulus), derNumber(exponent))
  return der(TAG.sequence, der(TAG.sequence, derId('1.2.840.113549.1.1.1'), [0x05, 0x00]), der(TAG.bits, [0], key))
}

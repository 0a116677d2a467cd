import { type SignatureKind, isSignature } from '../../base/time/env.js'
import { TAG, elementsOf, partsOf } from '../../base/bytes/der.js'
import type { CertificateRequest } from '../../kinds/certificates/certificate-request.js'

const rsa = (hash: string): SignatureKind => ({ key: { name: 'RSASSA-PKCS1-v1_5', hash }, how: 'RSASSA-PKCS1-v1_5' })

/** The signature algorithms for RSA and Ed25519, by OID. */
const CHECKS: { readonly [algorithm: string]: SignatureKind } = {
  '1.2.840.113549.1.1.11': rsa('SHA-256'),
  '1.2.840.113549.1.1.12': rsa('SHA-384'),
  '1.2.840.113549.1.1.13': rsa('SHA-512'),
  '1.3.101.112': { key: { name: 'Ed25519' }, how: 'Ed25519' },
}
const ECDSA: { readonly [algorithm: string]: string } = {
  '1.2.840.10045.4.3.2': 'SHA-256',
  '1.2.840.10045.4.3.3': 'SHA-384',
  '1.2.840.10045.4.3.4': 'SHA-512',
}
const CURVES: readonly { readonly name: string; readonly size: number }[] = [
  { name: 'P-256', size: 32 },
  { name: 'P-384', size: 48 },
  { name: 'P-521', size: 66 },
]

/** Returns whether a request is signed with its own key; false if the type of key or the algorithm is unknown. */
export async function isSigned({ signed, signature, publicKey, algorithm }: CertificateRequest): Promise<boolean> {
  const check = CHECKS[algorithm]
  const hash = ECDSA[algorithm]
  if (check) return isSignature(check, publicKey, signature, signed)
  if (hash === undefined) return false
  for (const { name, size } of CURVES) {
    const raw = rawSignature(signature, size)
    const curve: SignatureKind = { key: { name: 'ECDSA', namedCurve: name }, how: { name: 'ECDSA', hash } }
    if (raw && (await isSignature(curve, publicKey, raw, signed))) return true
  }
  return false
}

/** Converts an ECDSA signature from DER to two concatenated numbers of the size of the curve. */
function rawSignature(signature: Uint8Array, size: number): Uint8Array | undefined {
  const numbers = partsOf(elementsOf(signature)?.[0])
  if (numbers.length !== 2 || numbers.some(({ tag }) => tag !== TAG.integer)) return undefined
  const raw = new Uint8Array(size * 2)
  for (const [i, { content }] of numbers.entries()) {
    const bytes = content.slice(
      Math.max(
        0,
        content.findIndex((byte) => byte !== 0),
      ),
    )
    if (bytes.length > size) return undefined
    raw.set(bytes, size * (i + 1) - bytes.length)
  }
  return raw
}

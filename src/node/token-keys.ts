import { type KeyObject, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { mustHave } from '../base/must-have.js'
import type { TokenKeys } from '../server/accounts/account-tokens.js'
import { type SigningKey, type VerifyingKey, publicJwk } from '../server/accounts/signing-key.js'
import { StartError } from './failure.js'
import { readText } from './files/read.js'

/**
 * Reads the keys that tokens are signed and verified with.
 *
 * @throws StartError for a file that cannot be read, or holds no such key
 */
export async function readTokenKeys(signingFile: string, files?: readonly string[]): Promise<TokenKeys> {
  const signing = signingKey(readKey(createPrivateKey, signingFile, await readText(signingFile)), signingFile)
  if (files === undefined) return { signing, verifying: [signing] }
  const verifying = await Promise.all(files.map(async (file) => keysIn(await readText(file), file)))
  return { signing, verifying: unique(verifying.flat()) }
}

/** Files may overlap. */
const unique = (keys: readonly VerifyingKey[]): readonly VerifyingKey[] =>
  keys.filter(({ jwk }, i) => keys.findIndex((other) => other.jwk.kid === jwk.kid) === i)

const BLOCK = /-----BEGIN ([A-Z ]+)-----[^-]*-----END \1-----/g

/** Returns the keys in a file: public ones, and those that belong to private keys and certificates. */
function keysIn(text: string, file: string): readonly VerifyingKey[] {
  const blocks = [...text.matchAll(BLOCK)].filter(([, type]) => type !== 'EC PARAMETERS')
  if (blocks.length === 0) throw new StartError(`${file} holds no keys in PEM.`)
  return blocks.map(([block]) => verifyingKey(readKey(createPublicKey, file, block), file))
}

function readKey(read: (pem: string) => KeyObject, file: string, pem: string): KeyObject {
  try {
    return read(pem)
  } catch (error) {
    throw new StartError(`${file} holds a key that cannot be read.`, { cause: error })
  }
}

/** The algorithms of kube-apiserver, by curve. */
const CURVES: { readonly [curve: string]: { readonly alg: string; readonly hash: string } } = {
  'P-256': { alg: 'ES256', hash: 'sha256' },
  'P-384': { alg: 'ES384', hash: 'sha384' },
  'P-521': { alg: 'ES512', hash: 'sha512' },
}
const RSA = { alg: 'RS256', hash: 'sha256' }

function verifyingKey(key: KeyObject, file: string): VerifyingKey & { readonly hash: string } {
  const info = key.export({ type: 'spki', format: 'der' })
  const unfit = () => new StartError(`${file} holds a key that is neither RSA nor ECDSA on P-256, P-384 or P-521.`)
  if (key.asymmetricKeyType !== 'rsa' && key.asymmetricKeyType !== 'ec') throw unfit()
  const { n, e, crv, x, y } = key.export({ format: 'jwk' })
  const kind = crv === undefined ? RSA : CURVES[crv]
  if (!kind) throw unfit()
  const { alg, hash } = kind
  const part = (number: string | undefined) => mustHave(number, 'a number of the key')
  const jwk =
    crv === undefined
      ? publicJwk(info, { kty: 'RSA', alg, n: part(n), e: part(e) })
      : publicJwk(info, { kty: 'EC', crv, alg, x: part(x), y: part(y) })
  return {
    jwk,
    hash,
    verifies: (text, signature) => verify(hash, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, signature),
  }
}

function signingKey(key: KeyObject, file: string): SigningKey {
  const { hash, ...verifying } = verifyingKey(createPublicKey(key), file)
  return {
    ...verifying,
    sign: (said) => sign(hash, Buffer.from(said), { key, dsaEncoding: 'ieee-p1363' }),
  }
}

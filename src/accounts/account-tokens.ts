import { type LateLibrary, createLateLibrary } from '../base/late-library.js'
import { makeRsaKey } from '../base/env.js'
import { type AccountTokens, ISSUER, type Judgement, type TokenClaims } from '../registry/account-tokens.js'
import type { KubeObject } from '../schema/object.js'
import { judgeClaims } from './judge-claims.js'
import { readToken, writeToken } from './json-web-token.js'
import type { SigningKey } from './signing-key.js'

/** Holds the key that signs; see {@link createSigningKeys}. */
export type SigningKeys = LateLibrary<SigningKey>

/** The key of a cluster and its forks: the test key of the package, or one that is made when it is first needed. */
export const createSigningKeys = (isTest: boolean): SigningKeys =>
  createLateLibrary<SigningKey>(async () => {
    const { makeKey } = await import('./make-key.js')
    return makeKey(isTest ? undefined : await makeRsaKey())
  })

/** What tokens are judged by. */
type Facts = {
  readonly keys: SigningKeys
  readonly get: (table: string, key: string) => KubeObject | undefined
  readonly now: () => number
}

/** Tokens of the service accounts of a cluster. */
export const createAccountTokens = ({ keys, get, now }: Facts): AccountTokens => ({
  load: keys.load,
  isOurs: (token) => readToken(token)?.claims['iss'] === ISSUER,
  issue: (claims) => writeToken(keys.needed(), claims),
  judge(token, audiences = [ISSUER]): Judgement {
    const read = readToken(token)
    if (!read || read.claims['iss'] !== ISSUER) return { type: 'foreign' }
    const key = keys.needed()
    const { header, signed, signature } = read
    const kid = header['kid'] ?? ''
    if (kid !== '' && kid !== key.id) return { type: 'refused', why: 'invalid signature, no keys found' }
    if (header['alg'] !== 'RS256' || !key.verifies(signed, signature))
      return { type: 'refused', why: 'go-jose/go-jose: error in cryptographic primitive' }
    const claims = read.claims as TokenClaims // what we signed
    const shared = claims.aud.filter((audience) => audiences.includes(audience))
    if (shared.length === 0)
      return {
        type: 'refused',
        why: `token audiences ${quoted(claims.aud)} is invalid for the target audiences ${quoted(audiences)}`,
      }
    return judgeClaims(claims, get, now(), shared)
  },
  keySet() {
    const { id, modulus, exponent } = keys.needed()
    return { keys: [{ use: 'sig', kty: 'RSA', kid: id, alg: 'RS256', n: modulus, e: exponent }] }
  },
})

/** A list of texts as Go prints it. */
const quoted = (texts: readonly string[]): string => `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`

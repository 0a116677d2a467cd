import { type LateLibrary, createLateLibrary } from '../base/late-library.js'
import { makeRsaKey } from '../base/env.js'
import {
  type AccountTokens,
  ISSUER,
  type Judgement,
  LEGACY_ISSUER,
  type LegacyClaims,
  type TokenClaims,
} from '../registry/account-tokens.js'
import type { KubeObject } from '../schema/object.js'
import { judgeClaims } from './judge-claims.js'
import { judgeLegacyClaims } from './judge-legacy-claims.js'
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
  isOurs: (token) => ISSUERS.has(readToken(token)?.claims['iss']),
  issue: (claims) => writeToken(keys.needed(), claims),
  judge(token, audiences = [ISSUER]): Judgement {
    const read = readToken(token)
    if (!read || !ISSUERS.has(read.claims['iss'])) return { type: 'foreign' }
    const key = keys.needed()
    const { header, signed, signature } = read
    const kid = header['kid'] ?? ''
    if (kid !== '' && kid !== key.id) return { type: 'refused', why: 'invalid signature, no keys found' }
    if (header['alg'] !== 'RS256' || !key.verifies(signed, signature))
      return { type: 'refused', why: 'go-jose/go-jose: error in cryptographic primitive' }
    const claims = read.claims as TokenClaims | LegacyClaims // what we signed
    // A token that names no audience is for this server.
    const { aud = [ISSUER] }: Partial<TokenClaims> = claims
    const shared = aud.filter((audience) => audiences.includes(audience))
    if (shared.length === 0)
      return {
        type: 'refused',
        why: `token audiences ${quoted(aud)} is invalid for the target audiences ${quoted(audiences)}`,
      }
    return 'kubernetes.io' in claims
      ? judgeClaims(claims, get, now(), shared)
      : judgeLegacyClaims(claims, token, get, shared)
  },
  keySet() {
    const { id, modulus, exponent } = keys.needed()
    return { keys: [{ use: 'sig', kty: 'RSA', kid: id, alg: 'RS256', n: modulus, e: exponent }] }
  },
})

const ISSUERS: ReadonlySet<unknown> = new Set([ISSUER, LEGACY_ISSUER])

/** A list of texts as Go prints it. */
const quoted = (texts: readonly string[]): string => `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`

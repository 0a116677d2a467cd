import { ISSUER, type Judgement, type LegacyClaims, type TokenClaims } from '../../model/registry/account-tokens.js'
import type { KubeObject } from '../../schema/object.js'
import type { ReadToken } from './json-web-token.js'
import { judgeClaims } from './judge-claims.js'
import { judgeLegacyClaims } from './judge-legacy-claims.js'
import type { SigningKey } from './signing-key.js'

/** What is needed to judge a token of ours. */
export type TokenFacts = {
  readonly key: SigningKey
  readonly get: (table: string, key: string) => KubeObject | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Judges a token that claims to be ours. In a separate module, which is loaded together with the key. */
export function judgeToken(
  token: string,
  { header, claims: read, signed, signature }: ReadToken,
  audiences: readonly string[],
  { key, get, now }: TokenFacts,
): Judgement {
  const kid = header['kid'] ?? ''
  if (kid !== '' && kid !== key.id) return { type: 'refused', why: 'invalid signature, no keys found' }
  if (header['alg'] !== 'RS256' || !key.verifies(signed, signature))
    return { type: 'refused', why: 'go-jose/go-jose: error in cryptographic primitive' }
  const claims = read as TokenClaims | LegacyClaims // signed by us
  // A token without audiences is for this server.
  const { aud = [ISSUER] }: Partial<TokenClaims> = claims
  const shared = aud.filter((audience) => audiences.includes(audience))
  if (shared.length === 0)
    return {
      type: 'refused',
      why: `token audiences ${quoted(aud)} is invalid for the target audiences ${quoted(audiences)}`,
    }
  return 'kubernetes.io' in claims
    ? judgeClaims(claims, get, now, shared)
    : judgeLegacyClaims(claims, token, get, shared)
}

/** Formats a list of strings as Go prints it. */
const quoted = (texts: readonly string[]): string => `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`

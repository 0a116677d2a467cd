import { type LateLibrary, createLateLibrary } from '../../base/turns/late-library.js'
import { makeRsaKey } from '../../base/time/env.js'
import { type AccountTokens, ISSUER, LEGACY_ISSUER } from '../../model/registry/account-tokens.js'
import { readToken, writeToken } from './json-web-token.js'
import type { TokenFacts, judgeToken } from './judge-token.js'
import type { SigningKey } from './signing-key.js'

/** The signing key, and the code to judge tokens with; see {@link createSigningKeys}. */
export type SigningKeys = LateLibrary<{ readonly key: SigningKey; readonly judge: typeof judgeToken }>

/**
 * Makes the key of a cluster and its forks: the test key of the package, or one that is generated when first needed.
 */
export const createSigningKeys = (isTest: boolean): SigningKeys =>
  createLateLibrary(async () => {
    const [{ makeKey }, { judgeToken }] = await Promise.all([import('./make-key.js'), import('./judge-token.js')])
    return { key: makeKey(isTest ? undefined : await makeRsaKey()), judge: judgeToken }
  })

/** What is needed to issue and judge tokens. */
type Facts = { readonly keys: SigningKeys; readonly get: TokenFacts['get']; readonly now: () => number }

/** Makes the service account tokens of a cluster. */
export const createAccountTokens = ({ keys, get, now }: Facts): AccountTokens => ({
  load: keys.load,
  isOurs: (token) => ISSUERS.has(readToken(token)?.claims['iss']),
  issue: (claims) => writeToken(keys.needed().key, claims),
  judge(token, audiences = [ISSUER]) {
    const read = readToken(token)
    if (!read || !ISSUERS.has(read.claims['iss'])) return { type: 'foreign' }
    const { key, judge } = keys.needed()
    return judge(token, read, audiences, { key, get, now: now() })
  },
  keySet() {
    const { id, modulus, exponent } = keys.needed().key
    return { keys: [{ use: 'sig', kty: 'RSA', kid: id, alg: 'RS256', n: modulus, e: exponent }] }
  },
})

const ISSUERS: ReadonlySet<unknown> = new Set([ISSUER, LEGACY_ISSUER])

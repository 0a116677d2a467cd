import { type LateLibrary, createLateLibrary } from '../../base/turns/late-library.js'
import { makeRsaKey } from '../../base/time/env.js'
import { type AccountTokens, DEFAULT_ISSUER, LEGACY_ISSUER } from '../../model/registry/account-tokens.js'
import type { Keyring } from './credentials.js'
import { readToken, writeToken } from './json-web-token.js'
import type { TokenFacts, judgeToken } from './judge-token.js'
import type { RsaKeyText, SigningKey, VerifyingKey } from './signing-key.js'

/** The key that tokens are signed with, and those they are verified with. */
export type TokenKeys = { readonly signing: SigningKey; readonly verifying: readonly VerifyingKey[] }

/** These keys, and the code to judge tokens with; see {@link createSigningKeys}. */
export type SigningKeys = LateLibrary<TokenKeys & { readonly judge: typeof judgeToken }>

/**
 * Makes the keys of a cluster and its forks: those given, the test key of the package, or one of a keyring, which is
 * generated when first needed.
 */
export const createSigningKeys = (from: TokenKeys | 'test' | Keyring): SigningKeys =>
  createLateLibrary(async () => {
    const [{ makeKey }, { judgeToken }] = await Promise.all([import('./test-key.js'), import('./judge-token.js')])
    const own = async () => {
      if (typeof from === 'object' && 'signing' in from) return from
      const signing = makeKey(from === 'test' ? undefined : await signingKeyOf(from))
      return { signing, verifying: [signing] }
    }
    return { ...(await own()), judge: judgeToken }
  })

async function signingKeyOf({ current, add }: Keyring): Promise<RsaKeyText> {
  const { signingKey = await makeRsaKey() } = current()
  if (!current().signingKey) add({ signingKey })
  return signingKey
}

/** Who issues tokens, the first of them new ones, and whom they are for; by default the same. */
export type TokenIssuers = {
  readonly issuers?: readonly string[] | undefined
  readonly audiences?: readonly string[] | undefined
}

/** What is needed to issue and judge tokens. */
type Facts = {
  readonly keys: SigningKeys
  readonly get: TokenFacts['get']
  readonly now: () => number
}

/** Makes the service account tokens of a cluster. */
export function createAccountTokens(
  { keys, get, now }: Facts,
  { issuers = [DEFAULT_ISSUER], audiences: implied = issuers }: TokenIssuers = {},
): AccountTokens {
  const isOurs = (issuer: unknown) => issuer === LEGACY_ISSUER || issuers.some((each) => each === issuer)
  return {
    load: keys.load,
    issuer: issuers[0] ?? DEFAULT_ISSUER,
    audiences: implied,
    isOurs: (token) => isOurs(readToken(token)?.claims['iss']),
    issue: (claims) => writeToken(keys.needed().signing, claims),
    judge(token, audiences = implied) {
      const read = readToken(token)
      if (!read || !isOurs(read.claims['iss'])) return { type: 'foreign' }
      const { verifying, judge } = keys.needed()
      return judge(token, read, audiences, { keys: verifying, implied, get, now: now() })
    },
    keySet: () => ({ keys: keys.needed().verifying.map(({ jwk }) => jwk) }),
  }
}

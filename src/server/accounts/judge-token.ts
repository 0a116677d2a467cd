import {
  type Judgement,
  type LegacyClaims,
  type TokenClaims,
  type Identified,
  accountGroups,
} from '../../model/registry/account-tokens.js'
import { keyOf } from '../../rest/context.js'
import type { KubeObject } from '../../schema/object.js'
import type { ReadToken } from './json-web-token.js'
import type { VerifyingKey } from './signing-key.js'

/** Returns the stored object at a key of a table. */
type Get = (table: string, key: string) => KubeObject | undefined

const LABEL = 'kubernetes.io/legacy-token-invalid-since'

/**
 * Judges a token of a Secret with a valid signature: Secret and account must still exist (serviceaccount's
 * legacyValidator).
 */
function judgeLegacyClaims(claims: LegacyClaims, token: string, get: Get, audiences: readonly string[]): Judgement {
  const namespace = claims['kubernetes.io/serviceaccount/namespace']
  const name = claims['kubernetes.io/serviceaccount/service-account.name']
  const uid = claims['kubernetes.io/serviceaccount/service-account.uid']
  const why = secretProblem(claims, token, get) ?? legacyAccountProblem(claims, get)
  if (why !== undefined) return { type: 'refused', why }
  const groups = [...accountGroups(namespace), 'system:authenticated']
  return { type: 'known', user: { name: `system:serviceaccount:${namespace}:${name}`, uid, groups }, audiences }
}

function secretProblem(claims: LegacyClaims, token: string, get: Get): string | undefined {
  const namespace = claims['kubernetes.io/serviceaccount/namespace']
  const name = claims['kubernetes.io/serviceaccount/secret.name']
  const account = claims['kubernetes.io/serviceaccount/service-account.name']
  const secret = get('/secrets', keyOf(namespace, name))
  if (!secret || secret.metadata.deletionTimestamp) return 'Token has been invalidated'
  const { data } = secret as { readonly data?: { readonly token?: string } } // the struct of a Secret
  if (data?.token !== btoa(token)) return "Token does not match server's copy"
  return secret.metadata.labels?.[LABEL]
    ? `the token in secret ${namespace}/${name} for service account ${namespace}/${account} has been marked invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the '${LABEL}' label from the secret to temporarily allow use of this token`
    : undefined
}

function legacyAccountProblem(claims: LegacyClaims, get: Get): string | undefined {
  const namespace = claims['kubernetes.io/serviceaccount/namespace']
  const name = claims['kubernetes.io/serviceaccount/service-account.name']
  const uid = claims['kubernetes.io/serviceaccount/service-account.uid']
  const account = get('/serviceaccounts', keyOf(namespace, name))
  if (!account) return `serviceaccounts "${name}" not found`
  if (account.metadata.deletionTimestamp) return `ServiceAccount ${namespace}/${name} has been deleted`
  return account.metadata.uid === uid
    ? undefined
    : `ServiceAccount UID (${account.metadata.uid}) does not match claim (${uid})`
}

/** What is needed to judge a token of ours. */
export type TokenFacts = {
  readonly keys: readonly VerifyingKey[]
  /** The audiences of this server. */
  readonly implied: readonly string[]
  readonly get: (table: string, key: string) => KubeObject | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Judges a token that claims to be ours. In a separate module, which is loaded together with the key. */
export function judgeToken(
  token: string,
  { header, claims: read, signed, signature }: ReadToken,
  audiences: readonly string[],
  { keys, implied, get, now }: TokenFacts,
): Judgement {
  const kid = header['kid'] ?? ''
  const eligible = keys.filter(({ jwk }) => kid === '' || kid === jwk.kid)
  if (eligible.length === 0) return { type: 'refused', why: 'invalid signature, no keys found' }
  if (!eligible.some(({ jwk, verifies }) => header['alg'] === jwk.alg && verifies(signed, signature)))
    return { type: 'refused', why: 'go-jose/go-jose: error in cryptographic primitive' }
  const claims = read as TokenClaims | LegacyClaims // signed by us
  // A token without audiences is for this server.
  const { aud = implied }: Partial<TokenClaims> = claims
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

// Seconds of tolerance for clock skew, and for deletions in progress.
const LEEWAY = 60

/** Judges a token with a valid signature: the objects it names must still exist (serviceaccount's validator). */
function judgeClaims(claims: TokenClaims, get: Get, now: number, audiences: readonly string[]): Judgement {
  const why = timeProblem(claims, now / 1000) ?? accountProblem(claims, get) ?? boundProblem(claims, get, now)
  return why === undefined ? { type: 'known', user: userOf(claims), audiences } : { type: 'refused', why }
}

function timeProblem({ exp, iat, nbf }: TokenClaims, now: number): string | undefined {
  if (now + LEEWAY < nbf) return 'service account token is not valid yet'
  if (now - LEEWAY > exp) return 'service account token has expired'
  return now + LEEWAY < iat ? 'service account token is issued in the future' : undefined
}

function accountProblem({ 'kubernetes.io': { namespace, serviceaccount } }: TokenClaims, get: Get): string | undefined {
  const { name, uid } = serviceaccount
  const account = get('/serviceaccounts', keyOf(namespace, name))
  if (!account) return `serviceaccounts "${name}" not found`
  return account.metadata.uid === uid
    ? undefined
    : `service account UID (${account.metadata.uid}) does not match claim (${uid})`
}

function boundProblem({ 'kubernetes.io': bound }: TokenClaims, get: Get, now: number): string | undefined {
  const { namespace, secret, pod, node } = bound
  for (const [ref, kind, table, scope] of [
    [secret, 'secret', '/secrets', namespace],
    [pod, 'pod', '/pods', namespace],
    // If there is a pod, its node is only named, not checked.
    [pod ? undefined : node, 'node', '/nodes', ''],
  ] as const) {
    if (!ref) continue
    const object = get(table, keyOf(scope, ref.name))
    if (!object) return INVALIDATED
    const { uid, deletionTimestamp } = object.metadata
    if (uid !== ref.uid)
      return `${TITLES[kind]} UID (${uid}) does not match service account ${kind} ref claim (${ref.uid})`
    if (deletionTimestamp && Date.parse(String(deletionTimestamp)) < now - LEEWAY * 1000) return INVALIDATED
  }
  return undefined
}

const INVALIDATED = 'service account token has been invalidated'
const TITLES = { secret: 'secret', pod: 'pod', node: 'node' }

const EXTRA = 'authentication.kubernetes.io'

function userOf({ jti, 'kubernetes.io': { namespace, serviceaccount, pod, node } }: TokenClaims): Identified {
  return {
    name: `system:serviceaccount:${namespace}:${serviceaccount.name}`,
    ...(serviceaccount.uid ? { uid: serviceaccount.uid } : {}),
    groups: [...accountGroups(namespace), 'system:authenticated'],
    extra: {
      [`${EXTRA}/credential-id`]: [`JTI=${jti}`],
      ...(node ? { [`${EXTRA}/node-name`]: [node.name] } : {}),
      ...(node?.uid ? { [`${EXTRA}/node-uid`]: [node.uid] } : {}),
      ...(pod ? { [`${EXTRA}/pod-name`]: [pod.name], [`${EXTRA}/pod-uid`]: [pod.uid ?? ''] } : {}),
    },
  }
}

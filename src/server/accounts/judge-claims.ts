import {
  type Identified,
  type Judgement,
  type TokenClaims,
  accountGroups,
} from '../../model/registry/account-tokens.js'
import type { KubeObject } from '../../schema/object.js'
import { keyOf } from '../../rest/context.js'

/** Returns the stored object at a key of a table. */
type Get = (table: string, key: string) => KubeObject | undefined

// Seconds of tolerance for clock skew, and for deletions in progress.
const LEEWAY = 60

/** Judges a token with a valid signature: the objects it names must still exist (serviceaccount's validator). */
export function judgeClaims(claims: TokenClaims, get: Get, now: number, audiences: readonly string[]): Judgement {
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

import type { Steps } from '../../base/turns/steps.js'
import { ROOT_CERTIFICATE } from '../../kinds/bootstrap/root-certificate.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { LEGACY_ISSUER } from '../../model/registry/account-tokens.js'
import type { Again, Key, WorldInSteps } from '../runtime/types.js'
import { ACCOUNT_ANNOTATION, TOKEN_TYPE } from '../../kinds/core/secret/secret-and-config-map.js'

type Secret = ObjectOf<'Secret'>
type Account = ObjectOf<'ServiceAccount'>

const UID_ANNOTATION = 'kubernetes.io/service-account.uid'
const CERTIFICATE = btoa(ROOT_CERTIFICATE)

/**
 * Syncs a Secret or a ServiceAccount as kube-controller-manager's tokens controller does
 * (pkg/controller/serviceaccount/tokens_controller.go).
 */
export function* reconcileInSteps(
  { kind, namespace, name }: Key,
  world: WorldInSteps,
): Steps<Again | undefined | void> {
  if (kind === 'ServiceAccount') return yield* tidy(namespace, name, world)
  const secret = world.get('Secret', { namespace, name })
  if (!secret) return
  const account = world.get('ServiceAccount', {
    namespace,
    name: secret.metadata.annotations?.[ACCOUNT_ANNOTATION] ?? '',
  })
  if (account && isOf(secret, account)) yield* fill(secret, account, world)
  else if (!world.stated) yield* world.delete('Secret', { namespace, name })
}

/** Returns whether a Secret belongs to this ServiceAccount, rather than to an earlier one of the same name. */
function isOf({ metadata }: Secret, account: Account): boolean {
  const uid = metadata.annotations?.[UID_ANNOTATION]
  return !uid || uid === account.metadata.uid
}

/** Deletes the token Secrets of a deleted ServiceAccount; removes deleted Secrets from the list of an existing one. */
function* tidy(namespace: string, name: string, world: WorldInSteps): Steps<void> {
  const account = world.get('ServiceAccount', { namespace, name })
  const tokens = world
    .list('Secret', { namespace, fieldSelector: `type=${TOKEN_TYPE}` })
    .filter(({ metadata }) => metadata.annotations?.[ACCOUNT_ANNOTATION] === name)
  for (const secret of tokens)
    if (!account || !isOf(secret, account))
      yield* world.delete('Secret', { namespace, name: secret.metadata.name ?? '' })
  const listed = account?.secrets ?? []
  const left = listed.filter((one) => world.get('Secret', { namespace, name: one.name ?? '' }))
  if (account && left.length < listed.length) yield* world.update('ServiceAccount', { ...account, secrets: left })
}

function* fill(secret: Secret, account: Account, world: WorldInSteps): Steps<void> {
  const { namespace = '', name = '', annotations } = secret.metadata
  const { data } = secret
  if (data?.['ca.crt'] === CERTIFICATE && data['namespace'] && data['token']) return
  const { name: accountName = '', uid = '' } = account.metadata
  yield* world.update('Secret', {
    ...secret,
    metadata: {
      ...secret.metadata,
      annotations: { ...annotations, [ACCOUNT_ANNOTATION]: accountName, [UID_ANNOTATION]: uid },
    },
    data: {
      ...data,
      'ca.crt': CERTIFICATE,
      namespace: data?.['namespace'] || btoa(namespace),
      token: data?.['token'] || btoa(tokenOf(world, namespace, name, accountName, uid)),
    },
  })
}

const tokenOf = ({ accounts }: WorldInSteps, namespace: string, secret: string, account: string, uid: string): string =>
  accounts.issue({
    iss: LEGACY_ISSUER,
    'kubernetes.io/serviceaccount/namespace': namespace,
    'kubernetes.io/serviceaccount/secret.name': secret,
    'kubernetes.io/serviceaccount/service-account.name': account,
    'kubernetes.io/serviceaccount/service-account.uid': uid,
    sub: `system:serviceaccount:${namespace}:${account}`,
  })
